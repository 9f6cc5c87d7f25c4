import type { ToolFamily } from './event.ts'

const namesOf: { [family in Exclude<ToolFamily, 'mcp' | 'other'>]: string } = {
  edit: 'Edit MultiEdit Write NotebookEdit apply_patch replace write_file edit write patch edit_file search_replace',
  read: 'Read NotebookRead read_file read_many_files view_image read',
  search: 'Grep Glob LS search_file_content glob list_directory grep list grep_files list_dir codebase_search',
  shell:
    'Bash BashOutput KillShell exec_command shell shell_command local_shell_call write_stdin run_shell_command bash run_terminal_cmd',
  web: 'WebFetch WebSearch web_search web_fetch google_web_search webfetch websearch',
  plan: 'TodoWrite TaskCreate TaskUpdate TaskList TaskGet EnterPlanMode ExitPlanMode update_plan todowrite todoread write_todos',
  delegate: 'Task Agent spawn_agent wait_agent send_input close_agent task',
  ask: 'AskUserQuestion request_user_input question',
  skill: 'Skill SlashCommand skill',
}

const families = new Map<string, ToolFamily>(
  Object.entries(namesOf).flatMap(([family, names]) =>
    // Object.entries widens the keys it lists.
    names.split(' ').map((name): [string, ToolFamily] => [name, family as ToolFamily]),
  ),
)

/** What kind of work a tool does, by its exact name. */
export function familyOf(tool: string): ToolFamily {
  return families.get(tool) ?? (tool.startsWith('mcp__') ? 'mcp' : 'other')
}
