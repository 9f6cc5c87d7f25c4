import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { openApp } from '../../src/app.ts'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { rootsVariableOf } from '../../src/transcripts/agents.ts'
import type { TruthSet } from './field.ts'

/** The reports of some days, made from the transcripts of a set by the built-in reader. Days are those of UTC. */
export async function reportsOf(
  { reader, paths }: Pick<TruthSet, 'reader' | 'paths'>,
  dates: Iterable<string>,
): Promise<DailyReport[]> {
  const home = mkdtempSync(join(tmpdir(), 'daybook-truth-'))
  const root = join(home, 'diary')
  const roots = [...new Set(paths.map(path => resolve(dirname(path), '..')))].join(delimiter)
  const app = await openApp({
    location: join(home, 'daybook.db'),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: false, dir: join(home, 'archive'), keepDays: null },
      surroundings: { env: { [rootsVariableOf(reader.source)]: roots }, home, platform: process.platform },
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
    for (const date of dates) {
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
