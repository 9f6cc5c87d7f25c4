import type { z } from 'zod'
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

/** An address names the toolset, which types cannot tell at run time; the compiler holds this list to be whole. */
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

export function toolsetOf(name: OperationName): 'records' | 'diary' {
  return name in diaryOperations ? 'diary' : 'records'
}

type Operations = RecordsOperations & DiaryOperations
type Declared<N extends OperationName> = z.output<Operations[N]['output']>

export type OperationName = keyof Operations
export type Input<N extends OperationName> = z.input<Operations[N]['input']>
/** What an accepted call answers with. The diary declares a refusal as an answer, too; the page throws it instead. */
export type Output<N extends OperationName> = N extends keyof DiaryOperations ? Accepted<Declared<N>> : Declared<N>

type Accepted<T> = { [K in Exclude<keyof T, 'errors'>]-?: Exclude<T[K], undefined> }
