import { diaryFailure, diaryInstructions } from './diary/context.ts'
import type { Fault } from './kernel/fault.ts'
import type { Effect } from './kernel/operation.ts'
import { recordsInstructions } from './records/context.ts'

export interface Toolset {
  name: string
  /** What agents are told about it when they connect. */
  instructions: string
  /** The wire shape of its failures, where it is known with the effect of the operation that failed. */
  failure: (fault: Fault, effect?: Effect) => Record<string, unknown>
  /** Bytes of JSON that one call may have over HTTP, where that is less than for all. */
  bodyLimit?: number
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
  { name: 'diary', instructions: diaryInstructions, failure: diaryFailure, bodyLimit: 1024 * 1024 },
]

export function toolsetNamed(name: string): Toolset | undefined {
  return toolsets.find(toolset => toolset.name === name)
}
