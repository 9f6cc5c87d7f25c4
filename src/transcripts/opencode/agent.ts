import type { Agent } from '../agent.ts'

export const opencode: Agent = {
  source: 'opencode',
  label: 'opencode',
  rootsVariable: 'DAYBOOK_OPENCODE_ROOTS',
  tools: {
    edit: 'edit write patch multiedit apply_patch',
    read: 'read',
    search: 'grep glob list',
    shell: 'bash shell',
    web: 'webfetch websearch',
    plan: 'todowrite todoread',
    delegate: 'task',
    ask: 'question',
    skill: 'skill',
  },
  settingsFolder: '.opencode',
  instructionFiles: [],
  hasWorktrees: false,
  reasoningApart: true,
}
