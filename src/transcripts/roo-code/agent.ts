import type { Agent } from '../agent.ts'

export const rooCode: Agent = {
  source: 'roo-code',
  label: 'Roo Code',
  rootsVariable: 'DAYBOOK_ROO_ROOTS',
  tools: {
    edit: 'editedExistingFile newFileCreated appliedDiff insertContent searchAndReplace',
    read: 'readFile readCommandOutput',
    search: 'listFilesTopLevel listFilesRecursive searchFiles codebaseSearch',
    shell: 'execute_command',
    web: 'browser_action',
    plan: 'updateTodoList',
    delegate: 'newTask',
    skill: 'skill',
  },
  settingsFolder: '.roo',
  instructionFiles: ['.roorules', 'AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
