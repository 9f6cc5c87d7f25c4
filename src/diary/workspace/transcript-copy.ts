import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { insideRoot } from '../../files/jail.ts'
import type { IndexRow } from '../schema.ts'
import { brokenIndex, type DiaryProject } from './project.ts'

/** Where the session's copy really lies; undefined when it is not there. A path that leads outside breaks the index. */
export async function copyOf({ key, folder }: DiaryProject, row: IndexRow): Promise<string | undefined> {
  const inside = row.session_path.slice('sessions/'.length)
  const path = await insideRoot(join(folder, 'sessions'), inside)
  if (path === undefined && existsSync(join(folder, row.session_path))) {
    brokenIndex(key, 'sessions.index.jsonl', `has a session_path for ${row.session_ref} that leads outside sessions/`)
  }
  return path
}
