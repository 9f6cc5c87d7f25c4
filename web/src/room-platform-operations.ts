import type {
  roomAgentArrange,
  roomAgentCreate,
  roomAgentEnable,
  roomAgentListAll,
  roomAgentShow,
  roomAgentUpdate,
  roomEndpointConfirm,
  roomEndpointList,
  roomEndpointUpdate,
  roomRoleList,
  roomRoleUpdate,
} from '../../src/room/agents/operations.ts'
import type { roomIssueAudit, roomIssueFile, roomSessionLink } from '../../src/room/audit/operations.ts'
import type {
  roomCanonBuild,
  roomCanonCancel,
  roomCanonRetry,
  roomCanonStatus,
} from '../../src/room/canon/operations.ts'
import type { roomCreditAward, roomCreditProfile } from '../../src/room/credits/operations.ts'
import type {
  roomIssueChange,
  roomIssueComment,
  roomIssueList,
  roomIssueOpen,
  roomIssueRemove,
  roomIssueRevive,
  roomIssueShow,
} from '../../src/room/issues/operations.ts'
import type {
  roomKeyAdd,
  roomKeyList,
  roomKeyLock,
  roomKeyProtect,
  roomKeyRemove,
  roomKeyUnlock,
} from '../../src/room/keys/operations.ts'
import type {
  roomMemoryList,
  roomMemoryPin,
  roomMemoryShow,
  roomMemoryState,
} from '../../src/room/memory/operations.ts'
import type {
  roomNotificationChange,
  roomNotificationClear,
  roomNotificationCount,
  roomNotificationList,
  roomNotificationReadAll,
  roomNotificationRemove,
} from '../../src/room/notifications/operations.ts'
import type { roomPromptList, roomPromptRemove, roomPromptUpdate } from '../../src/room/prompts/operations.ts'
import type { roomProviderDetect, roomProviderModels, roomProviderTest } from '../../src/room/providers/operations.ts'
import type {
  roomRecipeList,
  roomRunCancel,
  roomRunList,
  roomRunResume,
  roomRunShow,
  roomRunSlot,
  roomRunStart,
  roomRunSteps,
} from '../../src/room/runs/operations.ts'
import type {
  roomTelemetryConfig,
  roomTelemetryConfigure,
  roomTelemetryPrune,
  roomTelemetryStatus,
  roomTelemetrySummary,
} from '../../src/room/telemetry/operations.ts'
import type { roomTierAgents, roomTierCaps } from '../../src/room/tiers/operations.ts'
import type { roomSettingsSave, roomSettingsShow } from '../../src/room/workspace/operations.ts'

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
