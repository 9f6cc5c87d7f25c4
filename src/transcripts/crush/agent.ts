import type { Agent } from '../agent.ts'

export const crush: Agent = {
  source: 'crush',
  label: 'Crush',
  rootsVariable: 'DAYBOOK_CRUSH_ROOTS',
  tools: {
    edit: 'edit write multiedit',
    read: 'view',
    search: 'grep glob ls rg sourcegraph search',
    shell: 'bash',
    web: 'fetch web_fetch web_search agentic_fetch download',
    plan: 'todos',
    delegate: 'agent',
    ask: 'question',
  },
  settingsFolder: '.crush',
  instructionFiles: ['CRUSH.md', 'crush.md', 'AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
