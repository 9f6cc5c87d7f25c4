import type { Tx } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import { lockTrashed, trashOf } from './store/trash.ts'

/** A project in the trash by its id; what is not there, or not the caller's, does not exist. */
export async function requireTrashed(tx: Tx, principal: string, ref: string): Promise<ProjectRow> {
  const listed = (await trashOf(tx, principal)).find(({ id }) => id.toLowerCase() === ref.toLowerCase())
  const found = listed && (await lockTrashed(tx, listed.id))
  if (!found) throw new Fault('PROJECT_NOT_FOUND', 'No such project in the trash.', { details: { given: ref } })
  return found
}
