import type { Agent } from '../agent.ts'

export const cursor: Agent = {
  source: 'cursor',
  label: 'Cursor',
  rootsVariable: 'DAYBOOK_CURSOR_ROOTS',
  tools: {
    edit: 'edit_file edit_file_v2 edit_file_v2_apply_patch edit_file_v2_search_replace edit_file_v2_write search_replace delete_file StrReplace ApplyPatch Delete',
    read: 'read_file read_file_v2 read_lints ReadFile ReadLints',
    search:
      'codebase_search semantic_search_full grep grep_search ripgrep_raw_search glob_file_search file_search list_dir list_dir_v2 SemanticSearch rg',
    shell: 'run_terminal_cmd run_terminal_command_v2 Shell await AwaitShell Await',
    web: 'web_search web_fetch',
    plan: 'todo_write create_plan',
    delegate: 'task_v2 create_diagram_subagent',
    ask: 'ask_question ask_followup_question',
  },
  settingsFolder: '.cursor',
  instructionFiles: ['.cursorrules'],
  hasWorktrees: false,
  reasoningApart: false,
}
