import type { Tool } from '@modelcontextprotocol/server'
import type { OperationEntry } from '../../catalog/catalog.ts'
import { briefInput, compactInput, type ToolSchema, terseInput } from './compact.ts'

/** Bytes of JSON that a list may have: every chat pays for them before its first word. */
const maxListBytes = 36 * 1024

/** How operations are announced in tools/list: at length where there is room for it, else each in a sentence. */
export function toolsOf(operations: readonly OperationEntry[]): Tool[] {
  const tools = listed(operations)
  return Buffer.byteLength(JSON.stringify(tools)) <= maxListBytes ? tools : tools.map(terse)
}

function terse({ description = '', inputSchema, ...tool }: Tool): Tool {
  const [sentence = description] = /^.*?[.!?](?= |$)/s.exec(description) ?? []
  // Made by compactInput or briefInput.
  return { ...tool, description: sentence, inputSchema: terseInput(inputSchema as ToolSchema) }
}

function listed(operations: readonly OperationEntry[]): Tool[] {
  const said = new Set<string>()
  return operations.map(({ name, title, summary, effect, repeatable, announced, answers, input }) => ({
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
  }))
}

/** Clients hold failures to it as well, and only where the operation itself refuses do these look like results. */
const outputSchemas: { readonly [answers in OperationEntry['answers']]: Pick<Tool, 'outputSchema'> } = {
  object: { outputSchema: { type: 'object' } },
  refusable: { outputSchema: { type: 'object', required: ['status'] } },
  text: {},
}
