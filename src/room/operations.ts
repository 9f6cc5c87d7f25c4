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
import { roomAsk } from './operations/room-ask.ts'
import { roomAttendeeInvite } from './operations/room-attendee-invite.ts'
import { roomAttendeeMute } from './operations/room-attendee-mute.ts'
import { roomAttendeeRemove } from './operations/room-attendee-remove.ts'
import { roomAuditExport } from './operations/room-audit-export.ts'
import { roomCanonBuild } from './operations/room-canon-build.ts'
import { roomCanonCancel } from './operations/room-canon-cancel.ts'
import { roomCanonRetry } from './operations/room-canon-retry.ts'
import { roomCanonStatus } from './operations/room-canon-status.ts'
import { roomChat } from './operations/room-chat.ts'
import { roomChatList } from './operations/room-chat-list.ts'
import { roomChatSaveIssue } from './operations/room-chat-save-issue.ts'
import { roomChatShow } from './operations/room-chat-show.ts'
import { roomCheckReply } from './operations/room-check-reply.ts'
import { roomConferenceClose } from './operations/room-conference-close.ts'
import { roomConferenceList } from './operations/room-conference-list.ts'
import { roomConferenceOpen } from './operations/room-conference-open.ts'
import { roomConferenceReplay } from './operations/room-conference-replay.ts'
import { roomConferenceSaveIssue } from './operations/room-conference-save-issue.ts'
import { roomConferenceShow } from './operations/room-conference-show.ts'
import { roomConferenceTranscript } from './operations/room-conference-transcript.ts'
import { roomCreditAward } from './operations/room-credit-award.ts'
import { roomCreditList } from './operations/room-credit-list.ts'
import { roomCreditProfile } from './operations/room-credit-profile.ts'
import { roomCreditProfiles } from './operations/room-credit-profiles.ts'
import { roomEndpointConfirm } from './operations/room-endpoint-confirm.ts'
import { roomEndpointList } from './operations/room-endpoint-list.ts'
import { roomEndpointShow } from './operations/room-endpoint-show.ts'
import { roomEndpointUpdate } from './operations/room-endpoint-update.ts'
import { roomFileCreate } from './operations/room-file-create.ts'
import { roomFileSave } from './operations/room-file-save.ts'
import { roomFileShow } from './operations/room-file-show.ts'
import { roomInterestList } from './operations/room-interest-list.ts'
import { roomInterestRecord } from './operations/room-interest-record.ts'
import { roomInterestShow } from './operations/room-interest-show.ts'
import { roomIssueAudit } from './operations/room-issue-audit.ts'
import { roomIssueChange } from './operations/room-issue-change.ts'
import { roomIssueComment } from './operations/room-issue-comment.ts'
import { roomIssueFile } from './operations/room-issue-file.ts'
import { roomIssueList } from './operations/room-issue-list.ts'
import { roomIssueOpen } from './operations/room-issue-open.ts'
import { roomIssueRemove } from './operations/room-issue-remove.ts'
import { roomIssueRevive } from './operations/room-issue-revive.ts'
import { roomIssueShow } from './operations/room-issue-show.ts'
import { roomKeyAdd } from './operations/room-key-add.ts'
import { roomKeyList } from './operations/room-key-list.ts'
import { roomKeyLock } from './operations/room-key-lock.ts'
import { roomKeyProtect } from './operations/room-key-protect.ts'
import { roomKeyRemove } from './operations/room-key-remove.ts'
import { roomKeyUnlock } from './operations/room-key-unlock.ts'
import { roomKeysFix } from './operations/room-keys-fix.ts'
import { roomKeysRotate } from './operations/room-keys-rotate.ts'
import { roomMemoryActivate } from './operations/room-memory-activate.ts'
import { roomMemoryCreate } from './operations/room-memory-create.ts'
import { roomMemoryDecay } from './operations/room-memory-decay.ts'
import { roomMemoryEvidence } from './operations/room-memory-evidence.ts'
import { roomMemoryList } from './operations/room-memory-list.ts'
import { roomMemoryPin } from './operations/room-memory-pin.ts'
import { roomMemoryShow } from './operations/room-memory-show.ts'
import { roomMemoryState } from './operations/room-memory-state.ts'
import { roomMemoryTell } from './operations/room-memory-tell.ts'
import { roomMemoryVersions } from './operations/room-memory-versions.ts'
import { roomMemoryWitness } from './operations/room-memory-witness.ts'
import { roomNotificationChange } from './operations/room-notification-change.ts'
import { roomNotificationClear } from './operations/room-notification-clear.ts'
import { roomNotificationCount } from './operations/room-notification-count.ts'
import { roomNotificationCreate } from './operations/room-notification-create.ts'
import { roomNotificationList } from './operations/room-notification-list.ts'
import { roomNotificationReadAll } from './operations/room-notification-read-all.ts'
import { roomNotificationRemove } from './operations/room-notification-remove.ts'
import { roomNotificationShow } from './operations/room-notification-show.ts'
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
import { roomQueue } from './operations/room-queue.ts'
import { roomReceiptOutput } from './operations/room-receipt-output.ts'
import { roomReceiptShow } from './operations/room-receipt-show.ts'
import { roomReceipts } from './operations/room-receipts.ts'
import { roomRecipeList } from './operations/room-recipe-list.ts'
import { roomReindex } from './operations/room-reindex.ts'
import { roomRoleList } from './operations/room-role-list.ts'
import { roomRoleShow } from './operations/room-role-show.ts'
import { roomRoleUpdate } from './operations/room-role-update.ts'
import { roomRollbackAccept } from './operations/room-rollback-accept.ts'
import { roomRoundCancel } from './operations/room-round-cancel.ts'
import { roomRoundClose } from './operations/room-round-close.ts'
import { roomRoundList } from './operations/room-round-list.ts'
import { roomRoundResume } from './operations/room-round-resume.ts'
import { roomRoundRun } from './operations/room-round-run.ts'
import { roomRoundShow } from './operations/room-round-show.ts'
import { roomRoundStart } from './operations/room-round-start.ts'
import { roomRoundStatus } from './operations/room-round-status.ts'
import { roomRunCancel } from './operations/room-run-cancel.ts'
import { roomRunList } from './operations/room-run-list.ts'
import { roomRunResume } from './operations/room-run-resume.ts'
import { roomRunShow } from './operations/room-run-show.ts'
import { roomRunSlot } from './operations/room-run-slot.ts'
import { roomRunStart } from './operations/room-run-start.ts'
import { roomRunSteps } from './operations/room-run-steps.ts'
import { roomSearchFiles } from './operations/room-search-files.ts'
import { roomSessionLink } from './operations/room-session-link.ts'
import { roomSessionLog } from './operations/room-session-log.ts'
import { roomSettingsSave } from './operations/room-settings-save.ts'
import { roomSettingsShow } from './operations/room-settings-show.ts'
import { roomStatusShow } from './operations/room-status-show.ts'
import { roomTaskExecute } from './operations/room-task-execute.ts'
import { roomTaskRoute } from './operations/room-task-route.ts'
import { roomTelemetryConfig } from './operations/room-telemetry-config.ts'
import { roomTelemetryConfigure } from './operations/room-telemetry-configure.ts'
import { roomTelemetryPrune } from './operations/room-telemetry-prune.ts'
import { roomTelemetryReport } from './operations/room-telemetry-report.ts'
import { roomTelemetryStatus } from './operations/room-telemetry-status.ts'
import { roomTelemetrySummary } from './operations/room-telemetry-summary.ts'
import { roomTierAgents } from './operations/room-tier-agents.ts'
import { roomTierCaps } from './operations/room-tier-caps.ts'
import { roomTierGovern } from './operations/room-tier-govern.ts'
import { roomTierPolicy } from './operations/room-tier-policy.ts'
import { roomTierResult } from './operations/room-tier-result.ts'
import { roomToolList } from './operations/room-tool-list.ts'
import { roomToolRun } from './operations/room-tool-run.ts'
import { roomTreeShow } from './operations/room-tree-show.ts'
import { roomTurnCancel } from './operations/room-turn-cancel.ts'
import { roomVerify } from './operations/room-verify.ts'
import { roomWorkspaceBind } from './operations/room-workspace-bind.ts'
import { roomWorkspaceSave } from './operations/room-workspace-save.ts'
import { roomWorkspaceShow } from './operations/room-workspace-show.ts'
import { runTools } from './operations/run-tools.ts'

/** In the order agents and people see them. */
export const roomOperations = [
  // The tools, in the order of every catalog.
  ...runTools,
  // Turns and conferences.
  roomAsk,
  roomConferenceOpen,
  roomRoundRun,
  roomRoundStatus,
  // Receipts, verification, files.
  roomReceipts,
  roomReceiptOutput,
  roomVerify,
  roomCheckReply,
  roomSearchFiles,
  // Issues.
  roomIssueOpen,
  roomIssueComment,
  // For people: files, workspace, settings, tools.
  roomStatusShow,
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
  roomChat,
  roomTurnCancel,
  roomQueue,
  roomChatList,
  roomChatShow,
  roomChatSaveIssue,
  // For people: conferences and replay.
  roomConferenceList,
  roomConferenceShow,
  roomAttendeeInvite,
  roomAttendeeMute,
  roomAttendeeRemove,
  roomRoundStart,
  roomRoundList,
  roomRoundShow,
  roomRoundCancel,
  roomRoundClose,
  roomRoundResume,
  roomConferenceTranscript,
  roomConferenceSaveIssue,
  roomConferenceClose,
  roomConferenceReplay,
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
  roomEndpointConfirm,
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
  roomIssueList,
  roomIssueShow,
  roomIssueChange,
  roomIssueRemove,
  roomIssueRevive,
  roomInterestList,
  roomInterestShow,
  roomInterestRecord,
  roomMemoryList,
  roomMemoryCreate,
  roomMemoryShow,
  roomMemoryVersions,
  roomMemoryEvidence,
  roomMemoryTell,
  roomMemoryWitness,
  roomMemoryActivate,
  roomMemoryPin,
  roomMemoryState,
  roomMemoryDecay,
  roomTelemetrySummary,
  roomTelemetryStatus,
  roomTelemetryReport,
  roomTelemetryPrune,
  roomTelemetryConfig,
  roomTelemetryConfigure,
  roomTierPolicy,
  roomTierGovern,
  roomTierAgents,
  roomTierCaps,
  roomTierResult,
  roomCreditList,
  roomCreditAward,
  roomCreditProfiles,
  roomCreditProfile,
  roomNotificationList,
  roomNotificationCount,
  roomNotificationShow,
  roomNotificationCreate,
  roomNotificationChange,
  roomNotificationRemove,
  roomNotificationReadAll,
  roomNotificationClear,
  // For people: canon, tasks, runs.
  roomCanonStatus,
  roomCanonBuild,
  roomCanonCancel,
  roomCanonRetry,
  roomTaskRoute,
  roomTaskExecute,
  roomRecipeList,
  roomRunStart,
  roomRunList,
  roomRunShow,
  roomRunSteps,
  roomRunSlot,
  roomRunCancel,
  roomRunResume,
] as const satisfies readonly Operation<RoomContext>[]
