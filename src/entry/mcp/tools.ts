import type { Tool } from '@modelcontextprotocol/server'
import { type Operation, titleOf } from '../../kernel/operation.ts'
import { compactInput, compactOutput } from './compact.ts'

/** How an operation is announced in tools/list. */
export function toolOf<Ctx>(operation: Operation<Ctx>, said: Set<string>): Tool {
  const { name, summary, effect, repeatable, input, output } = operation
  return {
    name,
    title: titleOf(name),
    description: summary,
    inputSchema: compactInput(input, said),
    outputSchema: compactOutput(output),
    // All four are always sent: some clients refuse a tool that leaves one to be guessed.
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'change' || effect === 'destroy',
      idempotentHint: repeatable,
      openWorldHint: false,
    },
  }
}
