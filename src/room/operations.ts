import type { Operation } from '../kernel/operation.ts'
import type { RoomContext } from './context.ts'
import { roomAgentArrange } from './operations/room-agent-arrange.ts'
import { roomAgentCreate } from './operations/room-agent-create.ts'
import { roomAgentEnable } from './operations/room-agent-enable.ts'
import { roomAgentImport } from './operations/room-agent-import.ts'
import { roomAgentList } from './operations/room-agent-list.ts'
import { roomAgentListAll } from './operations/room-agent-list-all.ts'
import { roomAgentShow } from './operations/room-agent-show.ts'
import { roomAgentUpdate } from './operations/room-agent-update.ts'
import { roomAuditExport } from './operations/room-audit-export.ts'
import { roomCheckReply } from './operations/room-check-reply.ts'
import { roomEndpointList } from './operations/room-endpoint-list.ts'
import { roomEndpointShow } from './operations/room-endpoint-show.ts'
import { roomEndpointUpdate } from './operations/room-endpoint-update.ts'
import { roomFileCreate } from './operations/room-file-create.ts'
import { roomFileSave } from './operations/room-file-save.ts'
import { roomFileShow } from './operations/room-file-show.ts'
import { roomIssueAudit } from './operations/room-issue-audit.ts'
import { roomIssueFile } from './operations/room-issue-file.ts'
import { roomKeyAdd } from './operations/room-key-add.ts'
import { roomKeyList } from './operations/room-key-list.ts'
import { roomKeyLock } from './operations/room-key-lock.ts'
import { roomKeyProtect } from './operations/room-key-protect.ts'
import { roomKeyRemove } from './operations/room-key-remove.ts'
import { roomKeyUnlock } from './operations/room-key-unlock.ts'
import { roomKeysFix } from './operations/room-keys-fix.ts'
import { roomKeysRotate } from './operations/room-keys-rotate.ts'
import { roomOutlineSave } from './operations/room-outline-save.ts'
import { roomOutlineShow } from './operations/room-outline-show.ts'
import { roomOutputShow } from './operations/room-output-show.ts'
import { roomPromptCreate } from './operations/room-prompt-create.ts'
import { roomPromptList } from './operations/room-prompt-list.ts'
import { roomPromptRemove } from './operations/room-prompt-remove.ts'
import { roomPromptShow } from './operations/room-prompt-show.ts'
import { roomPromptUpdate } from './operations/room-prompt-update.ts'
import { roomProviderDetect } from './operations/room-provider-detect.ts'
import { roomProviderModels } from './operations/room-provider-models.ts'
import { roomProviderTest } from './operations/room-provider-test.ts'
import { roomReceiptOutput } from './operations/room-receipt-output.ts'
import { roomReceiptShow } from './operations/room-receipt-show.ts'
import { roomReceipts } from './operations/room-receipts.ts'
import { roomReindex } from './operations/room-reindex.ts'
import { roomRoleList } from './operations/room-role-list.ts'
import { roomRoleShow } from './operations/room-role-show.ts'
import { roomRoleUpdate } from './operations/room-role-update.ts'
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
  roomAgentList,
  roomAgentListAll,
  roomAgentShow,
  roomAgentCreate,
  roomAgentUpdate,
  roomAgentEnable,
  roomAgentImport,
  roomAgentArrange,
  roomEndpointList,
  roomEndpointShow,
  roomEndpointUpdate,
  roomRoleList,
  roomRoleShow,
  roomRoleUpdate,
  roomProviderModels,
  roomProviderDetect,
  roomProviderTest,
  roomKeyList,
  roomKeyAdd,
  roomKeyRemove,
  roomKeyUnlock,
  roomKeyLock,
  roomKeyProtect,
  roomPromptList,
  roomPromptShow,
  roomPromptCreate,
  roomPromptUpdate,
  roomPromptRemove,
  // For people: issues, memory, telemetry, tiers, credits, notifications.
  // For people: canon, tasks, runs.
]
