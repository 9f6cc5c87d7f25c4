import type { Db } from '../db/db.ts'
import type { DiarySettings } from '../diary/settings.ts'
import type { Call } from '../kernel/call.ts'
import type { Clock } from '../kernel/instants.ts'
import { operationsOf } from '../kernel/operation.ts'
import type { InProject } from '../projects/store.ts'
import type { OpenRecords } from '../records/open-records.ts'
import type { LibraryReader } from './library/library.ts'

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
  diary: Pick<DiarySettings, 'dayOf' | 'root' | 'surroundings'>
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
