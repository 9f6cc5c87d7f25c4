import type { Operation } from '../kernel/operation.ts'
import type { RoomContext } from './context.ts'
import { roomAuditExport } from './operations/room-audit-export.ts'
import { roomCheckReply } from './operations/room-check-reply.ts'
import { roomFileCreate } from './operations/room-file-create.ts'
import { roomFileSave } from './operations/room-file-save.ts'
import { roomFileShow } from './operations/room-file-show.ts'
import { roomIssueAudit } from './operations/room-issue-audit.ts'
import { roomIssueFile } from './operations/room-issue-file.ts'
import { roomKeysFix } from './operations/room-keys-fix.ts'
import { roomKeysRotate } from './operations/room-keys-rotate.ts'
import { roomOutlineSave } from './operations/room-outline-save.ts'
import { roomOutlineShow } from './operations/room-outline-show.ts'
import { roomOutputShow } from './operations/room-output-show.ts'
import { roomReceiptOutput } from './operations/room-receipt-output.ts'
import { roomReceiptShow } from './operations/room-receipt-show.ts'
import { roomReceipts } from './operations/room-receipts.ts'
import { roomReindex } from './operations/room-reindex.ts'
import { roomRollbackAccept } from './operations/room-rollback-accept.ts'
import { roomSearchFiles } from './operations/room-search-files.ts'
import { roomSessionLink } from './operations/room-session-link.ts'
import { roomSessionLog } from './operations/room-session-log.ts'
import { roomSettingsSave } from './operations/room-settings-save.ts'
import { roomSettingsShow } from './operations/room-settings-show.ts'
import { roomToolList } from './operations/room-tool-list.ts'
import { roomToolRun } from './operations/room-tool-run.ts'
import { roomTreeShow } from './operations/room-tree-show.ts'
import { roomVerify } from './operations/room-verify.ts'
import { roomWorkspaceBind } from './operations/room-workspace-bind.ts'
import { roomWorkspaceSave } from './operations/room-workspace-save.ts'
import { roomWorkspaceShow } from './operations/room-workspace-show.ts'
import { runTools } from './operations/run-tools.ts'

/** In the order agents and people see them. */
export const roomOperations: readonly Operation<RoomContext>[] = [
  // The tools, in the order of every catalog.
  ...runTools,
  // Turns and conferences.
  // Receipts, verification, files.
  roomReceipts,
  roomReceiptOutput,
  roomVerify,
  roomCheckReply,
  roomSearchFiles,
  // Issues.
  // For people: files, workspace, settings, tools.
  roomTreeShow,
  roomFileShow,
  roomFileCreate,
  roomFileSave,
  roomOutlineShow,
  roomOutlineSave,
  roomWorkspaceShow,
  roomWorkspaceBind,
  roomWorkspaceSave,
  roomSettingsShow,
  roomSettingsSave,
  roomToolList,
  roomToolRun,
  // For people: audit and keys.
  roomSessionLog,
  roomSessionLink,
  roomReceiptShow,
  roomOutputShow,
  roomIssueAudit,
  roomIssueFile,
  roomAuditExport,
  roomReindex,
  roomKeysRotate,
  roomKeysFix,
  roomRollbackAccept,
  // For people: chats, queue.
  // For people: conferences and replay.
  // For people: agents, endpoints, providers, keys, prompts.
  // For people: issues, memory, telemetry, tiers, credits, notifications.
  // For people: canon, tasks, runs.
]
