import type { Agent } from '../agent.ts'

export const kiloCode: Agent = {
  source: 'kilo-code',
  label: 'Kilo Code',
  rootsVariable: 'DAYBOOK_KILO_ROOTS',
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
  settingsFolder: '.kilocode',
  instructionFiles: ['.kilocoderules', 'AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
