import { filesOf, type Operation } from '../kernel/operation.ts'
import type { RecordsContext } from './context.ts'
import { activate } from './operations/activate.ts'
import { createRecord } from './operations/create-record.ts'
import { decisionsFor } from './operations/decisions-for.ts'
import * as evidence from './operations/evidence.ts'
import * as finding from './operations/find-records.ts'
import { getProjectOverview } from './operations/get-project-overview.ts'
import * as history from './operations/history.ts'
import { moveRecord } from './operations/move-record.ts'
import * as projects from './operations/projects.ts'
import { purgeRecord } from './operations/purge-record.ts'
import { retypeRecord } from './operations/retype-record.ts'
import { search } from './operations/search.ts'
import * as sessions from './operations/sessions.ts'
import { showRecord } from './operations/show-record.ts'
import { supersedeRecord } from './operations/supersede-record.ts'
import { syncSession } from './operations/sync-session.ts'
import * as transfer from './operations/transfer.ts'
import { transition } from './operations/transition.ts'
import { updateRecord } from './operations/update-record.ts'

/** The part's operations in wire order: projects, orientation, activation, mutation, sessions, history, activity; then people's. */
export const recordsOperations = [
  projects.createProject,
  projects.listProjects,
  projects.getProject,
  getProjectOverview,
  finding.searchRecords,
  finding.listRecords,
  history.getRecordRef,
  activate,
  syncSession,
  createRecord,
  updateRecord,
  transition,
  sessions.saveSession,
  sessions.closeSession,
  history.getRecordHistory,
  history.getRecordDiff,
  sessions.getActiveSessions,
  history.getRecentActivity,
  showRecord,
  moveRecord,
  retypeRecord,
  purgeRecord,
  sessions.listSessions,
  sessions.closeOldSessions,
  transfer.exportRecords,
  transfer.importRecords,
  transfer.checkRecords,
  projects.whoami,
  search,
  decisionsFor,
  supersedeRecord,
  evidence.showEvidence,
  evidence.citedBy,
] as const satisfies readonly Operation<RecordsContext>[]

/** The operations that share a file of `operations/` with others, with its name. */
export const recordsFiles = filesOf({ evidence, 'find-records': finding, history, projects, sessions, transfer })
