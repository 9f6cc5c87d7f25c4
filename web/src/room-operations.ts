import type { roomAgentList } from '../../src/room/agents/operations.ts'
import type {
  roomAuditExport,
  roomOutputShow,
  roomReceiptShow,
  roomReceipts,
  roomSessionLog,
  roomVerify,
} from '../../src/room/audit/operations.ts'
import type { roomQueue } from '../../src/room/chats/operations.ts'
import type { roomConferenceList } from '../../src/room/conference/operations.ts'
import type {
  roomFileCreate,
  roomFileSave,
  roomFileShow,
  roomOutlineSave,
  roomOutlineShow,
  roomSearchFiles,
  roomStatusShow,
  roomTreeShow,
  roomWorkspaceBind,
  roomWorkspaceShow,
} from '../../src/room/workspace/operations.ts'
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
