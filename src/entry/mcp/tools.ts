import type { Tool } from '@modelcontextprotocol/server'
import type { OperationEntry } from '../../catalog/catalog.ts'
import { briefInput, compactInput } from './compact.ts'

/** How operations are announced in tools/list: a tool has one text, however many others are listed beside it. */
export function toolsOf(operations: readonly OperationEntry[]): Tool[] {
  // Each toolset explains its arguments itself, whichever others are listed before it.
  const saidBy = new Map<string, Set<string>>()
  return operations.map(({ name, toolset, title, summary, effect, repeatable, announced, answers, input }) => {
    const said = saidBy.get(toolset) ?? new Set()
    saidBy.set(toolset, said)
    return {
      name,
      ...(announced === 'whole' && { title }),
      description: summary,
      inputSchema: announced === 'whole' ? compactInput(input, said) : briefInput(input, said),
      ...(announced === 'whole' && outputSchemas[answers]),
      // All four are always sent: some clients refuse a tool that leaves one to be guessed.
      annotations: {
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'change' || effect === 'destroy',
        idempotentHint: repeatable,
        openWorldHint: false,
      },
    }
  })
}

/** Clients hold failures to it as well, and only where the operation itself refuses do these look like results. */
const outputSchemas: { readonly [answers in OperationEntry['answers']]: Pick<Tool, 'outputSchema'> } = {
  object: { outputSchema: { type: 'object' } },
  refusable: { outputSchema: { type: 'object', required: ['status'] } },
  text: {},
}
