import type { Agent } from '../agent.ts'

export const droid: Agent = {
  source: 'droid',
  label: 'Droid',
  rootsVariable: 'DAYBOOK_DROID_ROOTS',
  tools: {
    edit: 'Create Edit MultiEdit ApplyPatch',
    read: 'Read',
    search: 'Grep Glob LS',
    shell: 'Execute',
    web: 'WebSearch FetchUrl',
    plan: 'TodoWrite ExitSpecMode',
    delegate: 'Task',
    ask: 'AskUser',
    skill: 'Skill',
  },
  settingsFolder: '.factory',
  instructionFiles: ['AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
