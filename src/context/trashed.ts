import type { Tx } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import { Fault } from '../kernel/fault.ts'
import { lockTrashed } from './store/trash.ts'

/** A project in the trash, locked; it may have been restored in the meantime. */
export async function requireTrashed(tx: Tx, { id }: ProjectRow): Promise<ProjectRow> {
  const found = await lockTrashed(tx, id)
  if (!found) throw new Fault('PROJECT_NOT_FOUND', 'No such project in the trash.', { details: { given: id } })
  return found
}
