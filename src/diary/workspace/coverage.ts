import { join } from 'node:path'
import { SessionCoverage } from '../schema.ts'
import { jsonIn, readText } from './json-file.ts'
import type { DiaryProject } from './project.ts'

export const coverageFile = 'coverage.jsonl'

/** What became of every byte of a project's transcripts, by session; empty for a day that was prepared before this was kept. */
export async function loadCoverage({ folder }: Pick<DiaryProject, 'folder'>): Promise<Map<string, SessionCoverage>> {
  const text = await readText(join(folder, coverageFile))
  const coverage = new Map<string, SessionCoverage>()
  for (const line of typeof text === 'string' ? text.split('\n') : []) {
    const parsed = SessionCoverage.safeParse(jsonIn(line))
    if (parsed.success) coverage.set(parsed.data.session_ref, parsed.data)
  }
  return coverage
}
