const beginnings = [
  '<environment_context>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<INSTRUCTIONS>',
  '<user_instructions>',
  '<user_shell_command>',
  '<skill>',
  '<recommended_plugins>',
  '<codex_internal_context',
  '<goal_context>',
  '<hook_prompt',
  'A previous agent produced the plan below',
  '# AGENTS.md instructions for ',
]

/** Whether the client, not the user, wrote a user message. */
export function isSourceContext(text: string): boolean {
  const start = text.trimStart()
  if (beginnings.some(beginning => start.startsWith(beginning))) return true
  return start.startsWith('# AGENTS.md') && start.includes('<INSTRUCTIONS>')
}

/** Whether it tells what became of the turn before it, rather than preparing the next. */
export function isReaction(text: string): boolean {
  const start = text.trimStart()
  return start.startsWith('<turn_aborted>') || start.startsWith('<subagent_notification>')
}

export function isUserShell(text: string): boolean {
  return text.trimStart().startsWith('<user_shell_command>')
}
