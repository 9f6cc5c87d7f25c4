import type { Agent } from '../agent.ts'
import { rooCode } from '../roo-code/agent.ts'

export const kiloCode: Agent = {
  source: 'kilo-code',
  label: 'Kilo Code',
  rootsVariable: 'DAYBOOK_KILO_ROOTS',
  // It began as a copy of Roo Code and was built anew on opencode; most tools have the names they have there.
  tools: {
    ...rooCode.tools,
    search: `${rooCode.tools.search} semantic_search`,
    shell: `${rooCode.tools.shell} background_process interactive_terminal`,
    delegate: `${rooCode.tools.delegate} agent_manager`,
  },
  settingsFolder: '.kilocode',
  instructionFiles: ['.kilocoderules', 'AGENTS.md'],
  hasWorktrees: false,
  reasoningApart: true,
}
