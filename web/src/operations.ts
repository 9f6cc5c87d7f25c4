import type { z } from 'zod'
import type { contextBuild } from '../../src/context/operations/context-build.ts'
import type { contextHistory } from '../../src/context/operations/context-history.ts'
import type { contextRestore } from '../../src/context/operations/context-restore.ts'
import type { contextSummarize } from '../../src/context/operations/context-summarize.ts'
import type { projectAbout } from '../../src/context/operations/project-about.ts'
import type { projectCreate } from '../../src/context/operations/project-create.ts'
import type { projectDelete } from '../../src/context/operations/project-delete.ts'
import type { projectEdit } from '../../src/context/operations/project-edit.ts'
import type { projectExport } from '../../src/context/operations/project-export.ts'
import type { projectGet } from '../../src/context/operations/project-get.ts'
import type { projectImport } from '../../src/context/operations/project-import.ts'
import type { projectLink } from '../../src/context/operations/project-link.ts'
import type { projectList } from '../../src/context/operations/project-list.ts'
import type { projectPurge } from '../../src/context/operations/project-purge.ts'
import type { projectRestore } from '../../src/context/operations/project-restore.ts'
import type { projectTrash } from '../../src/context/operations/project-trash.ts'
import type { projectUnlink } from '../../src/context/operations/project-unlink.ts'
import type { projectUpdate } from '../../src/context/operations/project-update.ts'
import type { promptGet } from '../../src/context/operations/prompt-get.ts'
import type { promptList } from '../../src/context/operations/prompt-list.ts'
import type { templatePreview } from '../../src/context/operations/template-preview.ts'
import type { diaryCancel } from '../../src/diary/operations/diary-cancel.ts'
import type { diaryChains } from '../../src/diary/operations/diary-chains.ts'
import type { diaryCheckRef } from '../../src/diary/operations/diary-check-ref.ts'
import type { diaryDays } from '../../src/diary/operations/diary-days.ts'
import type { diaryEstimate } from '../../src/diary/operations/diary-estimate.ts'
import type { diaryGenerate } from '../../src/diary/operations/diary-generate.ts'
import type { diaryIndex } from '../../src/diary/operations/diary-index.ts'
import type { diaryPrepare } from '../../src/diary/operations/diary-prepare.ts'
import type { diaryRange } from '../../src/diary/operations/diary-range.ts'
import type { diaryRangeReport } from '../../src/diary/operations/diary-range-report.ts'
import type { diaryRender } from '../../src/diary/operations/diary-render.ts'
import type { diaryReport } from '../../src/diary/operations/diary-report.ts'
import type { diaryRun } from '../../src/diary/operations/diary-run.ts'
import type { diarySearch } from '../../src/diary/operations/diary-search.ts'
import type { diarySession } from '../../src/diary/operations/diary-session.ts'
import type { diarySessionSearch } from '../../src/diary/operations/diary-session-search.ts'
import type { diarySetRoots } from '../../src/diary/operations/diary-set-roots.ts'
import type { diarySources } from '../../src/diary/operations/diary-sources.ts'
import type { diaryStatus } from '../../src/diary/operations/diary-status.ts'
import type { diaryVerify } from '../../src/diary/operations/diary-verify.ts'
import type { readSessionLines } from '../../src/diary/operations/read-session-lines.ts'
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
import type { RoomOperations } from './room-operations.ts'

// The operations this page calls, by wire name: their types are taken from their declarations.

interface RecordsOperations {
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

interface DiaryOperations {
  diary_cancel: typeof diaryCancel
  diary_chains: typeof diaryChains
  diary_check_ref: typeof diaryCheckRef
  diary_days: typeof diaryDays
  diary_estimate: typeof diaryEstimate
  diary_generate: typeof diaryGenerate
  diary_index: typeof diaryIndex
  diary_prepare: typeof diaryPrepare
  diary_range: typeof diaryRange
  diary_range_report: typeof diaryRangeReport
  diary_render: typeof diaryRender
  diary_report: typeof diaryReport
  diary_run: typeof diaryRun
  diary_search: typeof diarySearch
  diary_session: typeof diarySession
  diary_session_search: typeof diarySessionSearch
  diary_set_roots: typeof diarySetRoots
  diary_sources: typeof diarySources
  diary_status: typeof diaryStatus
  diary_verify: typeof diaryVerify
  read_session_lines: typeof readSessionLines
}

interface ContextOperations {
  context_build: typeof contextBuild
  context_history: typeof contextHistory
  context_restore: typeof contextRestore
  context_summarize: typeof contextSummarize
  project_about: typeof projectAbout
  project_create: typeof projectCreate
  project_delete: typeof projectDelete
  project_edit: typeof projectEdit
  project_export: typeof projectExport
  project_get: typeof projectGet
  project_import: typeof projectImport
  project_link: typeof projectLink
  project_list: typeof projectList
  project_purge: typeof projectPurge
  project_restore: typeof projectRestore
  project_trash: typeof projectTrash
  project_unlink: typeof projectUnlink
  project_update: typeof projectUpdate
  prompt_get: typeof promptGet
  prompt_list: typeof promptList
  template_preview: typeof templatePreview
}

/** An address names the toolset, which types cannot tell at run time; the compiler holds these lists to be whole. */
const diaryOperations: { [name in keyof DiaryOperations]: 'diary' } = {
  diary_cancel: 'diary',
  diary_chains: 'diary',
  diary_check_ref: 'diary',
  diary_days: 'diary',
  diary_estimate: 'diary',
  diary_generate: 'diary',
  diary_index: 'diary',
  diary_prepare: 'diary',
  diary_range: 'diary',
  diary_range_report: 'diary',
  diary_render: 'diary',
  diary_report: 'diary',
  diary_run: 'diary',
  diary_search: 'diary',
  diary_session: 'diary',
  diary_session_search: 'diary',
  diary_set_roots: 'diary',
  diary_sources: 'diary',
  diary_status: 'diary',
  diary_verify: 'diary',
  read_session_lines: 'diary',
}

const contextOperations: { [name in keyof ContextOperations]: 'context' } = {
  context_build: 'context',
  context_history: 'context',
  context_restore: 'context',
  context_summarize: 'context',
  project_about: 'context',
  project_create: 'context',
  project_delete: 'context',
  project_edit: 'context',
  project_export: 'context',
  project_get: 'context',
  project_import: 'context',
  project_link: 'context',
  project_list: 'context',
  project_purge: 'context',
  project_restore: 'context',
  project_trash: 'context',
  project_unlink: 'context',
  project_update: 'context',
  prompt_get: 'context',
  prompt_list: 'context',
  template_preview: 'context',
}

export function toolsetOf(name: OperationName): 'records' | 'diary' | 'context' | 'room' {
  if (name in contextOperations) return 'context'
  // Every operation of the room that is no tool of its agents is called so.
  if (name.startsWith('room_')) return 'room'
  return name in diaryOperations ? 'diary' : 'records'
}

type Operations = RecordsOperations & DiaryOperations & ContextOperations & RoomOperations
type Declared<N extends OperationName> = z.output<Operations[N]['output']>

export type OperationName = keyof Operations
export type Input<N extends OperationName> = z.input<Operations[N]['input']>
/** What an accepted call answers with. The diary declares a refusal as an answer, too; the page throws it instead. */
export type Output<N extends OperationName> = N extends keyof DiaryOperations ? Accepted<Declared<N>> : Declared<N>

type Accepted<T> = { [K in Exclude<keyof T, 'errors'>]-?: Exclude<T[K], undefined> }
