import type { Operation } from '../kernel/operation.ts'
import type { RecordsContext } from './context.ts'
import { activate } from './operations/activate.ts'
import { checkRecords } from './operations/check-records.ts'
import { closeOldSessions } from './operations/close-old-sessions.ts'
import { closeSession } from './operations/close-session.ts'
import { createProject } from './operations/create-project.ts'
import { createRecord } from './operations/create-record.ts'
import { exportRecords } from './operations/export-records.ts'
import { getActiveSessions } from './operations/get-active-sessions.ts'
import { getProject } from './operations/get-project.ts'
import { getProjectOverview } from './operations/get-project-overview.ts'
import { getRecentActivity } from './operations/get-recent-activity.ts'
import { getRecordDiff } from './operations/get-record-diff.ts'
import { getRecordHistory } from './operations/get-record-history.ts'
import { getRecordRef } from './operations/get-record-ref.ts'
import { importRecords } from './operations/import-records.ts'
import { listProjects } from './operations/list-projects.ts'
import { listRecords } from './operations/list-records.ts'
import { listSessions } from './operations/list-sessions.ts'
import { moveRecord } from './operations/move-record.ts'
import { purgeRecord } from './operations/purge-record.ts'
import { retypeRecord } from './operations/retype-record.ts'
import { saveSession } from './operations/save-session.ts'
import { search } from './operations/search.ts'
import { searchRecords } from './operations/search-records.ts'
import { showRecord } from './operations/show-record.ts'
import { syncSession } from './operations/sync-session.ts'
import { transition } from './operations/transition.ts'
import { updateRecord } from './operations/update-record.ts'
import { whoami } from './operations/whoami.ts'

/** The part's operations in wire order: projects, orientation, activation, mutation, sessions, history, activity; then people's. */
export const recordsOperations = [
  createProject,
  listProjects,
  getProject,
  getProjectOverview,
  searchRecords,
  listRecords,
  getRecordRef,
  activate,
  syncSession,
  createRecord,
  updateRecord,
  transition,
  saveSession,
  closeSession,
  getRecordHistory,
  getRecordDiff,
  getActiveSessions,
  getRecentActivity,
  showRecord,
  moveRecord,
  retypeRecord,
  purgeRecord,
  listSessions,
  closeOldSessions,
  exportRecords,
  importRecords,
  checkRecords,
  whoami,
  search,
] as const satisfies readonly Operation<RecordsContext>[]
