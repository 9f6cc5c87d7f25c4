import type { Agent } from '../agent.ts'

export const pi: Agent = {
  source: 'pi',
  label: 'pi',
  rootsVariable: 'DAYBOOK_PI_ROOTS',
  tools: {
    edit: 'edit write',
    read: 'read',
    search: 'grep find ls',
    shell: 'bash',
  },
  settingsFolder: '.pi',
  instructionFiles: ['AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
