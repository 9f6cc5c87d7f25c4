import type { Db } from '../db/db.ts'
import type { Call } from '../kernel/call.ts'
import { fallbackProject, type InProject, withRole } from '../projects/store.ts'

/** The project a call about a room means: the one it is pinned to, or the caller's own. */
export function findProjectOf(db: Db, call: Call): Promise<InProject> {
  return db.read(async tx => withRole(tx, call, await fallbackProject(tx, call, call.project)))
}
