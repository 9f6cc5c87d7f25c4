import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IndexRow } from '../../src/diary/schema.ts'

export interface PreparedSession extends IndexRow {
  project_key: string
}

/** The sessions of a prepared day, by project. */
export function sessionsIn(diaryRoot: string, day: string): PreparedSession[] {
  const projects = join(diaryRoot, 'work', day, 'projects')
  return readdirSync(projects)
    .sort()
    .flatMap(project_key => {
      const rows = readFileSync(join(projects, project_key, 'sessions.index.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
      return rows.map((row): PreparedSession => ({ project_key, ...JSON.parse(row) }))
    })
}
