import type { Agent } from '../agent.ts'

/** Logs of agents that are not known by name; nothing is looked for unless its variable names a place. */
export const jsonl: Agent = {
  source: 'jsonl',
  label: 'Other agents (JSONL)',
  rootsVariable: 'DAYBOOK_JSONL_ROOTS',
  tools: {},
  settingsFolder: '.agent',
  instructionFiles: [],
  hasWorktrees: false,
  reasoningApart: false,
}
