import type { Db } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import type { CitedNow, Evidence, EvidenceVerdict } from '../evidence/evidence.ts'
import type { Call, Identity } from '../kernel/call.ts'
import type { Clock } from '../kernel/instants.ts'
import { operationsOf } from '../kernel/operation.ts'
import type { InProject } from '../projects/store.ts'
import type { FacetName, SearchFacet } from '../query/facets.ts'
import type { RecordNumbers } from './store/records.ts'

export interface RecordsSettings {
  max_depth: number
  stale_threshold: number
  activation_conflict_hours: number
  implicit_sessions: 'process' | 'off'
}

export const recordsDefaults: RecordsSettings = {
  max_depth: 10,
  stale_threshold: 10,
  activation_conflict_hours: 24,
  implicit_sessions: 'process',
}

type CitingProject = Pick<ProjectRow, 'id' | 'project_path'>

/** What the operations of this part get besides their input. */
export interface RecordsContext {
  call: Call
  db: Db
  clock: Clock
  makeSessionId: () => string
  records: RecordsSettings
  /** Which numbers new records get; people's own when left out. */
  recordNumbers?: RecordNumbers
  /** Checks evidence as far as the caller may see it. */
  checkEvidence: (evidence: Evidence, project: CitingProject, call: Identity) => Promise<EvidenceVerdict>
  /** What is at the cited place now, as far as the caller may see it. */
  readEvidence: (evidence: Evidence, project: CitingProject, call: Identity) => Promise<CitedNow | undefined>
  log: (line: string) => void
  /** How each part is searched; the parts above this one are given by the program. */
  facets: { readonly [name in FacetName]: SearchFacet }
  /** The instant at which a day began for the owner, or the day so many days ago. */
  dayStart: (day: string | number) => Promise<number>
}

/** Declares an operation about no project, or about all that the caller may see. */
export const recordsOperation = operationsOf<RecordsContext>('records')

/** Declares an operation on a project; its `find` says which one. */
export const projectOperation = operationsOf<RecordsContext, InProject>('records')

/** For server instructions: what an agent should know before its first call. */
export const recordsInstructions = [
  'Records keeps design reasoning across chats.',
  'Begin with get_project_overview. Find with search_records, load with activate, then reason.',
  'activate returns a session_id: pass it on every later call; sessions do not expire.',
  'Write records when the user asks to keep something: write the conclusion, not the chat log.',
  'A record must make sense to a stranger.',
  'On a conflict show both versions to the user before you use force.',
  'Checkpoint with save_session, end with close_session.',
].join(' ')
