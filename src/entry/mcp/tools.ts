import type { Tool } from '@modelcontextprotocol/server'
import { type Operation, titleOf } from '../../kernel/operation.ts'
import { compactInput } from './compact.ts'

/** How operations are announced in tools/list. */
export function toolsOf<Ctx>(operations: readonly Operation<Ctx>[]): Tool[] {
  const said = new Set<string>()
  return operations.map(({ name, summary, effect, repeatable, input }) => ({
    name,
    title: titleOf(name),
    description: summary,
    inputSchema: compactInput(input, said),
    outputSchema: { type: 'object' },
    // All four are always sent: some clients refuse a tool that leaves one to be guessed.
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'change' || effect === 'destroy',
      idempotentHint: repeatable,
      openWorldHint: false,
    },
  }))
}
