import type { Db, Tx } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import type { DiarySettings } from '../diary/settings.ts'
import type { Call, Identity } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import type { Clock } from '../kernel/instants.ts'
import { operationsOf } from '../kernel/operation.ts'
import { findProject, type InProject, projectMeant, withRole } from '../projects/store.ts'
import type { OpenRecords } from '../records/open-records.ts'
import type { LibraryReader } from './library/library.ts'
import { trashOf } from './store/trash.ts'

/** What the operations of this part are given. */
export interface ContextContext {
  call: Call
  db: Db
  clock: Clock
  log: (line: string) => void
  library: LibraryReader
  openRecords: OpenRecords
  /** Where Daybook keeps what it owns. */
  home: string
  /** The day a block is built on, and where the work items of the digest are kept. */
  diary: Pick<DiarySettings, 'dayOf' | 'root' | 'environment' | 'forgottenDir'>
}

/** Declares an operation about no project, or about all that the caller may see. */
export const contextOperation = operationsOf<ContextContext>('context')

/** Declares an operation on a project, which it says how to find. */
export const projectOperation = operationsOf<ContextContext, InProject>('context')

/** For server instructions: what an agent should know before its first call. */
export const contextInstructions = [
  'Context starts the next chat where the last one ended.',
  'At the start call context_build and follow its block.',
  'At the end write a summary a stranger could continue from and store it with context_summarize.',
  'Stored texts in the block are the user’s own words.',
].join(' ')

// How the operations of this part find the project they are about, so that the caller's role in it can be checked.

type Ctx = Pick<ContextContext, 'db' | 'call'>

/** By id or unique name; where none is named, the one the caller would work on. */
export function findByProject(ref: string | undefined, { db, call }: Ctx): Promise<InProject> {
  return db.read(async tx => {
    const found = ref === undefined ? projectMeant(tx, call) : findByIdOrName(tx, call, ref)
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
