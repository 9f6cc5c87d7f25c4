import type { Tx } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import type { Identity } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { fallbackProject, findProject, type InProject, withRole } from '../projects/store.ts'
import type { ContextContext } from './context.ts'
import { trashOf } from './store/trash.ts'

// How the operations of this part find the project they are about, so that the caller's role in it can be checked.

type Ctx = Pick<ContextContext, 'db' | 'call'>

/** By id or unique name; where none is named, the one the caller would work on. */
export function findByProject(ref: string | undefined, { db, call }: Ctx): Promise<InProject> {
  return db.read(async tx => {
    const found = ref === undefined ? fallbackProject(tx, call, call.project) : findByIdOrName(tx, call, ref)
    return withRole(tx, call, await found)
  })
}

/** A project in the trash by its id; what is not there, or not the caller's, does not exist. */
export function findInTrash(ref: string, { db, call }: Ctx): Promise<InProject> {
  return db.read(async tx => {
    const found = (await trashOf(tx, call)).find(({ id }) => id.toLowerCase() === ref.toLowerCase())
    if (!found) throw new Fault('PROJECT_NOT_FOUND', 'No such project in the trash.', { details: { given: ref } })
    return withRole(tx, call, found)
  })
}

async function findByIdOrName(tx: Tx, who: Identity, ref: string): Promise<ProjectRow> {
  try {
    return await findProject(tx, who, ref)
  } catch (error) {
    if (!(error instanceof Fault) || !Array.isArray(error.details?.candidates)) throw error
    throw new Fault('PROJECT_AMBIGUOUS', 'Several projects have that name.', {
      ...(error.details && { details: error.details }),
    })
  }
}
