import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { openApp } from '../../src/app.ts'
import { DailyReport } from '../../src/diary/report/schema.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { rootsVariableOf } from '../../src/transcripts/agents.ts'
import type { TruthSet } from './field.ts'

/** Calls an operation as the owner of the machine; a refusal is thrown. */
export type Call = (name: string, args: object) => Promise<unknown>

/** Makes the reports of some days from the transcripts of a set, without a model, and hands them to `use`. Days are those of UTC. */
export async function withReports<T>(
  { reader, paths }: Pick<TruthSet, 'reader' | 'paths'>,
  dates: Iterable<string>,
  use: (reports: DailyReport[], call: Call) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'daybook-truth-'))
  const root = join(home, 'diary')
  const roots = [...new Set(paths.map(path => resolve(dirname(path), '..')))].join(delimiter)
  const app = await openApp({
    location: join(home, 'daybook.db'),
    diary: {
      root,
      cacheDir: join(root, 'cache'),
      archive: { enabled: false, dir: join(home, 'archive'), keepDays: null },
      environment: { env: { [rootsVariableOf(reader.source)]: roots }, home, platform: process.platform },
    },
  })
  const call: Call = async (name, args) => {
    const operation = operationNamed(name)
    const outcome = operation && (await invoke(app, operation, args, { principal: 'local', by: 'bench' }))
    if (!outcome?.ok) throw new Error(`${name} failed: ${JSON.stringify(outcome?.failure)}`)
    return outcome.result
  }
  try {
    const reports: DailyReport[] = []
    for (const date of dates) {
      const { run_id } = z.object({ run_id: z.string() }).parse(await call('diary_generate', { date, with: 'builtin' }))
      await app.jobs.wait(run_id)
      const stored = readFileSync(join(root, 'work', date, 'daily-report.json'), 'utf8')
      reports.push(DailyReport.parse(JSON.parse(stored)))
    }
    return await use(reports, call)
  } finally {
    await app.close()
    rmSync(home, { recursive: true, force: true })
  }
}
