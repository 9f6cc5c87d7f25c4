import type { Agent } from '../agent.ts'

export const goose: Agent = {
  source: 'goose',
  label: 'Goose',
  rootsVariable: 'DAYBOOK_GOOSE_ROOTS',
  tools: {
    edit: 'developer__text_editor developer__write developer__edit write edit',
    read: 'developer__text_editor:view developer__read',
    search: 'developer__tree tree',
    shell: 'developer__shell shell',
    plan: 'todo__todo_write todo__write',
    delegate: 'subagent delegate',
  },
  settingsFolder: '.goose',
  instructionFiles: ['.goosehints', 'AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
