import type { Agent } from '../agent.ts'

export const cursor: Agent = {
  source: 'cursor',
  label: 'Cursor',
  rootsVariable: 'DAYBOOK_CURSOR_ROOTS',
  tools: {
    edit: 'edit_file search_replace',
    read: 'read_file',
    search: 'codebase_search grep list_dir',
    shell: 'run_terminal_cmd',
    web: 'web_search',
  },
  settingsFolder: '.cursor',
  instructionFiles: ['.cursorrules'],
  hasWorktrees: false,
  reasoningApart: false,
}
