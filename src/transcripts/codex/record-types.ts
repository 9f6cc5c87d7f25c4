import type { RecordRole } from './record-roles.ts'

const records =
  'session_meta turn_context compacted world_state inter_agent_communication inter_agent_communication_metadata'

const items =
  'message agent_message reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call local_shell_call_output web_search_call tool_search_call tool_search_output image_generation_call ghost_snapshot compaction compaction_summary context_compaction'

const events =
  'task_started turn_started task_complete turn_complete turn_aborted user_message agent_message agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content agent_reasoning_section_break token_count exec_command_begin exec_command_end exec_command_output_delta patch_apply_begin patch_apply_end turn_diff mcp_tool_call_begin mcp_tool_call_end web_search_begin web_search_end view_image_tool_call image_generation_begin image_generation_end dynamic_tool_call_request dynamic_tool_call_response context_compacted thread_rolled_back item_started item_completed entered_review_mode exited_review_mode error warning stream_error deprecation_notice background_event plan_update plan_delta thread_name_updated thread_settings_applied session_configured model_reroute undo_started undo_completed collab_agent_spawn_begin collab_agent_spawn_end collab_agent_interaction_begin collab_agent_interaction_end collab_waiting_begin collab_waiting_end collab_close_begin collab_close_end collab_resume_begin collab_resume_end sub_agent_activity hook_started hook_completed guardian_assessment skills_update_available'

/** Every type of record the client is known to write; one that is not here shows that the format has moved on. */
export const recordTypes: ReadonlySet<string> = new Set([
  ...records.split(' '),
  ...items.split(' ').map(type => `response_item:${type}`),
  ...events.split(' ').map(type => `event_msg:${type}`),
])

/** The type of a record, with that of its payload where it has kinds of its own. */
export function typeName({ type, kind }: RecordRole): string | undefined {
  const hasKinds = kind !== undefined && (type === 'response_item' || type === 'event_msg')
  return hasKinds ? `${type}:${kind}` : type
}

const flatTypes = new Set(['message', 'reasoning', 'function_call', 'function_call_output', 'local_shell_call'])

/** Whether a record without payload is an item as the oldest clients wrote them: bare, and without a time. */
export function isFlat({ type = '' }: RecordRole): boolean {
  return flatTypes.has(type)
}
