import type { Tool } from '@modelcontextprotocol/server'
import type { OperationEntry } from '../../catalog/catalog.ts'
import { briefInput, compactInput } from './compact.ts'

/** Operations as tools/list shows them: a tool has one text, however many others are listed beside it. */
export function toolsOf(operations: readonly OperationEntry[]): Tool[] {
  // Each toolset explains its arguments itself, whichever others are listed before it.
  const saidBy = new Map<string, Set<string>>()
  return operations.map(({ name, toolset, title, summary, effect, repeatable, schemaDetail, answers, input }) => {
    const said = saidBy.get(toolset) ?? new Set()
    saidBy.set(toolset, said)
    return {
      name,
      ...(schemaDetail === 'full' && { title }),
      description: summary,
      inputSchema: schemaDetail === 'full' ? compactInput(input, said) : briefInput(input, said),
      ...(schemaDetail === 'full' && outputSchemas[answers]),
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
