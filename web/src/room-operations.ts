import type { roomAgentList } from '../../src/room/operations/room-agent-list.ts'
import type { roomAuditExport } from '../../src/room/operations/room-audit-export.ts'
import type { roomConferenceList } from '../../src/room/operations/room-conference-list.ts'
import type { roomFileCreate } from '../../src/room/operations/room-file-create.ts'
import type { roomFileSave } from '../../src/room/operations/room-file-save.ts'
import type { roomFileShow } from '../../src/room/operations/room-file-show.ts'
import type { roomOutlineSave } from '../../src/room/operations/room-outline-save.ts'
import type { roomOutlineShow } from '../../src/room/operations/room-outline-show.ts'
import type { roomOutputShow } from '../../src/room/operations/room-output-show.ts'
import type { roomQueue } from '../../src/room/operations/room-queue.ts'
import type { roomReceiptShow } from '../../src/room/operations/room-receipt-show.ts'
import type { roomReceipts } from '../../src/room/operations/room-receipts.ts'
import type { roomSearchFiles } from '../../src/room/operations/room-search-files.ts'
import type { roomSessionLog } from '../../src/room/operations/room-session-log.ts'
import type { roomStatusShow } from '../../src/room/operations/room-status-show.ts'
import type { roomTreeShow } from '../../src/room/operations/room-tree-show.ts'
import type { roomVerify } from '../../src/room/operations/room-verify.ts'
import type { roomWorkspaceBind } from '../../src/room/operations/room-workspace-bind.ts'
import type { roomWorkspaceShow } from '../../src/room/operations/room-workspace-show.ts'
import type { RoomPlatformOperations } from './room-platform-operations.ts'
import type { RoomTalkOperations } from './room-talk-operations.ts'

/** The operations of the room that this page calls, by wire name. */
export interface RoomOperations extends RoomPlatformOperations, RoomTalkOperations {
  room_agent_list: typeof roomAgentList
  room_audit_export: typeof roomAuditExport
  room_conference_list: typeof roomConferenceList
  room_file_create: typeof roomFileCreate
  room_file_save: typeof roomFileSave
  room_file_show: typeof roomFileShow
  room_outline_save: typeof roomOutlineSave
  room_outline_show: typeof roomOutlineShow
  room_output_show: typeof roomOutputShow
  room_queue: typeof roomQueue
  room_receipt_show: typeof roomReceiptShow
  room_receipts: typeof roomReceipts
  room_search_files: typeof roomSearchFiles
  room_session_log: typeof roomSessionLog
  room_status_show: typeof roomStatusShow
  room_tree_show: typeof roomTreeShow
  room_verify: typeof roomVerify
  room_workspace_bind: typeof roomWorkspaceBind
  room_workspace_show: typeof roomWorkspaceShow
}
