import type { roomAgentArrange } from '../../src/room/operations/room-agent-arrange.ts'
import type { roomAgentCreate } from '../../src/room/operations/room-agent-create.ts'
import type { roomAgentEnable } from '../../src/room/operations/room-agent-enable.ts'
import type { roomAgentListAll } from '../../src/room/operations/room-agent-list-all.ts'
import type { roomAgentShow } from '../../src/room/operations/room-agent-show.ts'
import type { roomAgentUpdate } from '../../src/room/operations/room-agent-update.ts'
import type { roomCanonBuild } from '../../src/room/operations/room-canon-build.ts'
import type { roomCanonCancel } from '../../src/room/operations/room-canon-cancel.ts'
import type { roomCanonRetry } from '../../src/room/operations/room-canon-retry.ts'
import type { roomCanonStatus } from '../../src/room/operations/room-canon-status.ts'
import type { roomCreditAward } from '../../src/room/operations/room-credit-award.ts'
import type { roomCreditProfile } from '../../src/room/operations/room-credit-profile.ts'
import type { roomEndpointConfirm } from '../../src/room/operations/room-endpoint-confirm.ts'
import type { roomEndpointList } from '../../src/room/operations/room-endpoint-list.ts'
import type { roomEndpointUpdate } from '../../src/room/operations/room-endpoint-update.ts'
import type { roomIssueAudit } from '../../src/room/operations/room-issue-audit.ts'
import type { roomIssueChange } from '../../src/room/operations/room-issue-change.ts'
import type { roomIssueComment } from '../../src/room/operations/room-issue-comment.ts'
import type { roomIssueFile } from '../../src/room/operations/room-issue-file.ts'
import type { roomIssueList } from '../../src/room/operations/room-issue-list.ts'
import type { roomIssueOpen } from '../../src/room/operations/room-issue-open.ts'
import type { roomIssueRemove } from '../../src/room/operations/room-issue-remove.ts'
import type { roomIssueRevive } from '../../src/room/operations/room-issue-revive.ts'
import type { roomIssueShow } from '../../src/room/operations/room-issue-show.ts'
import type { roomKeyAdd } from '../../src/room/operations/room-key-add.ts'
import type { roomKeyList } from '../../src/room/operations/room-key-list.ts'
import type { roomKeyLock } from '../../src/room/operations/room-key-lock.ts'
import type { roomKeyProtect } from '../../src/room/operations/room-key-protect.ts'
import type { roomKeyRemove } from '../../src/room/operations/room-key-remove.ts'
import type { roomKeyUnlock } from '../../src/room/operations/room-key-unlock.ts'
import type { roomMemoryList } from '../../src/room/operations/room-memory-list.ts'
import type { roomMemoryPin } from '../../src/room/operations/room-memory-pin.ts'
import type { roomMemoryShow } from '../../src/room/operations/room-memory-show.ts'
import type { roomMemoryState } from '../../src/room/operations/room-memory-state.ts'
import type { roomNotificationChange } from '../../src/room/operations/room-notification-change.ts'
import type { roomNotificationClear } from '../../src/room/operations/room-notification-clear.ts'
import type { roomNotificationCount } from '../../src/room/operations/room-notification-count.ts'
import type { roomNotificationList } from '../../src/room/operations/room-notification-list.ts'
import type { roomNotificationReadAll } from '../../src/room/operations/room-notification-read-all.ts'
import type { roomNotificationRemove } from '../../src/room/operations/room-notification-remove.ts'
import type { roomPromptList } from '../../src/room/operations/room-prompt-list.ts'
import type { roomPromptRemove } from '../../src/room/operations/room-prompt-remove.ts'
import type { roomPromptUpdate } from '../../src/room/operations/room-prompt-update.ts'
import type { roomProviderDetect } from '../../src/room/operations/room-provider-detect.ts'
import type { roomProviderModels } from '../../src/room/operations/room-provider-models.ts'
import type { roomProviderTest } from '../../src/room/operations/room-provider-test.ts'
import type { roomRecipeList } from '../../src/room/operations/room-recipe-list.ts'
import type { roomRoleList } from '../../src/room/operations/room-role-list.ts'
import type { roomRoleUpdate } from '../../src/room/operations/room-role-update.ts'
import type { roomRunCancel } from '../../src/room/operations/room-run-cancel.ts'
import type { roomRunList } from '../../src/room/operations/room-run-list.ts'
import type { roomRunResume } from '../../src/room/operations/room-run-resume.ts'
import type { roomRunShow } from '../../src/room/operations/room-run-show.ts'
import type { roomRunSlot } from '../../src/room/operations/room-run-slot.ts'
import type { roomRunStart } from '../../src/room/operations/room-run-start.ts'
import type { roomRunSteps } from '../../src/room/operations/room-run-steps.ts'
import type { roomSessionLink } from '../../src/room/operations/room-session-link.ts'
import type { roomSettingsSave } from '../../src/room/operations/room-settings-save.ts'
import type { roomSettingsShow } from '../../src/room/operations/room-settings-show.ts'
import type { roomTelemetryConfig } from '../../src/room/operations/room-telemetry-config.ts'
import type { roomTelemetryConfigure } from '../../src/room/operations/room-telemetry-configure.ts'
import type { roomTelemetryPrune } from '../../src/room/operations/room-telemetry-prune.ts'
import type { roomTelemetryStatus } from '../../src/room/operations/room-telemetry-status.ts'
import type { roomTelemetrySummary } from '../../src/room/operations/room-telemetry-summary.ts'
import type { roomTierAgents } from '../../src/room/operations/room-tier-agents.ts'
import type { roomTierCaps } from '../../src/room/operations/room-tier-caps.ts'

/** The operations of the room’s platform that this page calls: issues, canon, runs, agents, settings. */
export interface RoomPlatformOperations {
  room_agent_arrange: typeof roomAgentArrange
  room_agent_create: typeof roomAgentCreate
  room_agent_enable: typeof roomAgentEnable
  room_agent_list_all: typeof roomAgentListAll
  room_agent_show: typeof roomAgentShow
  room_agent_update: typeof roomAgentUpdate
  room_canon_build: typeof roomCanonBuild
  room_canon_cancel: typeof roomCanonCancel
  room_canon_retry: typeof roomCanonRetry
  room_canon_status: typeof roomCanonStatus
  room_credit_award: typeof roomCreditAward
  room_credit_profile: typeof roomCreditProfile
  room_endpoint_confirm: typeof roomEndpointConfirm
  room_endpoint_list: typeof roomEndpointList
  room_endpoint_update: typeof roomEndpointUpdate
  room_issue_audit: typeof roomIssueAudit
  room_issue_change: typeof roomIssueChange
  room_issue_comment: typeof roomIssueComment
  room_issue_file: typeof roomIssueFile
  room_issue_list: typeof roomIssueList
  room_issue_open: typeof roomIssueOpen
  room_issue_remove: typeof roomIssueRemove
  room_issue_revive: typeof roomIssueRevive
  room_issue_show: typeof roomIssueShow
  room_key_add: typeof roomKeyAdd
  room_key_list: typeof roomKeyList
  room_key_lock: typeof roomKeyLock
  room_key_protect: typeof roomKeyProtect
  room_key_remove: typeof roomKeyRemove
  room_key_unlock: typeof roomKeyUnlock
  room_memory_list: typeof roomMemoryList
  room_memory_pin: typeof roomMemoryPin
  room_memory_show: typeof roomMemoryShow
  room_memory_state: typeof roomMemoryState
  room_notification_change: typeof roomNotificationChange
  room_notification_clear: typeof roomNotificationClear
  room_notification_count: typeof roomNotificationCount
  room_notification_list: typeof roomNotificationList
  room_notification_read_all: typeof roomNotificationReadAll
  room_notification_remove: typeof roomNotificationRemove
  room_prompt_list: typeof roomPromptList
  room_prompt_remove: typeof roomPromptRemove
  room_prompt_update: typeof roomPromptUpdate
  room_provider_detect: typeof roomProviderDetect
  room_provider_models: typeof roomProviderModels
  room_provider_test: typeof roomProviderTest
  room_recipe_list: typeof roomRecipeList
  room_role_list: typeof roomRoleList
  room_role_update: typeof roomRoleUpdate
  room_run_cancel: typeof roomRunCancel
  room_run_list: typeof roomRunList
  room_run_resume: typeof roomRunResume
  room_run_show: typeof roomRunShow
  room_run_slot: typeof roomRunSlot
  room_run_start: typeof roomRunStart
  room_run_steps: typeof roomRunSteps
  room_session_link: typeof roomSessionLink
  room_settings_save: typeof roomSettingsSave
  room_settings_show: typeof roomSettingsShow
  room_telemetry_config: typeof roomTelemetryConfig
  room_telemetry_configure: typeof roomTelemetryConfigure
  room_telemetry_prune: typeof roomTelemetryPrune
  room_telemetry_status: typeof roomTelemetryStatus
  room_telemetry_summary: typeof roomTelemetrySummary
  room_tier_agents: typeof roomTierAgents
  room_tier_caps: typeof roomTierCaps
}
