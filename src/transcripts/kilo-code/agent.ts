import type { Agent } from '../agent.ts'
import { rooCode } from '../roo-code/agent.ts'

export const kiloCode: Agent = {
  source: 'kilo-code',
  label: 'Kilo Code',
  rootsVariable: 'DAYBOOK_KILO_ROOTS',
  // It began as a copy of Roo Code, and its tools have the same names.
  tools: rooCode.tools,
  settingsFolder: '.kilocode',
  instructionFiles: ['.kilocoderules', 'AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: false,
}
