import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app.ts'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { rootsVariableOf } from '../../src/transcripts/agents.ts'
import type { SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'

/** The reports of every day on which the transcripts of a folder have a turn, made by the built-in reader. */
export async function reportsOf(reader: SourceReader, source: string, folder: string): Promise<DailyReport[]> {
  const home = mkdtempSync(join(tmpdir(), 'daybook-truth-'))
  const root = join(home, 'diary')
  const app = await openApp({
    location: join(home, 'daybook.db'),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: false, dir: join(home, 'archive'), keepDays: null },
      surroundings: { env: { [rootsVariableOf(source)]: folder }, home, platform: process.platform },
    },
  })
  const call = async (name: string, args: object) => {
    const operation = operationNamed(name)
    const outcome = operation && (await invoke(app, operation, args, { principal: 'local', by: 'bench' }))
    if (!outcome?.ok) throw new Error(`${name} failed: ${JSON.stringify(outcome?.failure)}`)
    return outcome.result as { run_id: string }
  }
  try {
    const reports: DailyReport[] = []
    for (const date of daysOf(reader, folder)) {
      await app.jobs.wait((await call('diary_generate', { date, with: 'builtin' })).run_id)
      const stored = readFileSync(join(root, 'work', date, 'daily-report.json'), 'utf8')
      reports.push(DailyReport.parse(JSON.parse(stored)))
    }
    return reports
  } finally {
    await app.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function daysOf(reader: SourceReader, folder: string): string[] {
  const days = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => {
      const { turns } = scanChunks(reader, { relative: name, materialized: false }, [
        readFileSync(join(folder, name)),
      ]).summary
      return turns.map(({ at }) => new Date(at).toISOString().slice(0, 10))
    })
  return [...new Set(days)].sort()
}
