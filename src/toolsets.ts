import type { Fault } from './kernel/fault.ts'
import { recordsInstructions } from './records/context.ts'

export interface Toolset {
  name: string
  /** What agents are told about it when they connect. */
  instructions: string
  /** The wire shape of its failures. */
  failure: (fault: Fault) => Record<string, unknown>
}

/** In the order agents see them. */
export const toolsets: Toolset[] = [
  {
    name: 'records',
    instructions: recordsInstructions,
    failure: ({ code, message, details, hint }) => ({
      error: { code, message, ...(details && { details }), recovery_hint: hint },
    }),
  },
]

export function toolsetNamed(name: string): Toolset | undefined {
  return toolsets.find(toolset => toolset.name === name)
}
