import type { Agent } from '../agent.ts'

export const cline: Agent = {
  source: 'cline',
  label: 'Cline',
  rootsVariable: 'DAYBOOK_CLINE_ROOTS',
  tools: {
    edit: 'editedExistingFile newFileCreated fileDeleted editor apply_patch',
    read: 'readFile read_files',
    search: 'listFilesTopLevel listFilesRecursive listCodeDefinitionNames searchFiles search_codebase',
    shell: 'execute_command run_commands',
    web: 'webFetch webSearch browser_action fetch_web_content',
    delegate: 'use_subagents spawn_agent',
    ask: 'ask_question',
    skill: 'useSkill skills',
  },
  settingsFolder: '.cline',
  instructionFiles: ['.clinerules'],
  hasWorktrees: false,
  reasoningApart: false,
}
