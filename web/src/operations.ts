import type { z } from 'zod'
import type { activate } from '../../src/records/operations/activate.ts'
import type { closeOldSessions } from '../../src/records/operations/close-old-sessions.ts'
import type { closeSession } from '../../src/records/operations/close-session.ts'
import type { createProject } from '../../src/records/operations/create-project.ts'
import type { createRecord } from '../../src/records/operations/create-record.ts'
import type { getActiveSessions } from '../../src/records/operations/get-active-sessions.ts'
import type { getProjectOverview } from '../../src/records/operations/get-project-overview.ts'
import type { getRecentActivity } from '../../src/records/operations/get-recent-activity.ts'
import type { getRecordDiff } from '../../src/records/operations/get-record-diff.ts'
import type { getRecordHistory } from '../../src/records/operations/get-record-history.ts'
import type { listProjects } from '../../src/records/operations/list-projects.ts'
import type { listRecords } from '../../src/records/operations/list-records.ts'
import type { listSessions } from '../../src/records/operations/list-sessions.ts'
import type { moveRecord } from '../../src/records/operations/move-record.ts'
import type { retypeRecord } from '../../src/records/operations/retype-record.ts'
import type { searchRecords } from '../../src/records/operations/search-records.ts'
import type { showRecord } from '../../src/records/operations/show-record.ts'
import type { syncSession } from '../../src/records/operations/sync-session.ts'
import type { transition } from '../../src/records/operations/transition.ts'
import type { updateRecord } from '../../src/records/operations/update-record.ts'
import type { whoami } from '../../src/records/operations/whoami.ts'

/** The operations this page calls, by wire name: their types are taken from their declarations. */
interface Operations {
  activate: typeof activate
  close_old_sessions: typeof closeOldSessions
  close_session: typeof closeSession
  create_project: typeof createProject
  create_record: typeof createRecord
  get_active_sessions: typeof getActiveSessions
  get_project_overview: typeof getProjectOverview
  get_recent_activity: typeof getRecentActivity
  get_record_diff: typeof getRecordDiff
  get_record_history: typeof getRecordHistory
  list_projects: typeof listProjects
  list_records: typeof listRecords
  list_sessions: typeof listSessions
  move_record: typeof moveRecord
  retype_record: typeof retypeRecord
  search_records: typeof searchRecords
  show_record: typeof showRecord
  sync_session: typeof syncSession
  transition: typeof transition
  update_record: typeof updateRecord
  whoami: typeof whoami
}

export type OperationName = keyof Operations
export type Input<N extends OperationName> = z.input<Operations[N]['input']>
export type Output<N extends OperationName> = z.output<Operations[N]['output']>
