import type { Tool } from '@modelcontextprotocol/server'
import { type Operation, titleOf } from '../../kernel/operation.ts'
import { briefInput, compactInput, type ToolSchema, terseInput } from './compact.ts'

/** Bytes of JSON that a list may have: every chat pays for them before its first word. */
const most = 36 * 1024

/** How operations are announced in tools/list: at length where there is room for it, else each in a sentence. */
export function toolsOf<Ctx>(operations: readonly Operation<Ctx>[]): Tool[] {
  const tools = listed(operations)
  return Buffer.byteLength(JSON.stringify(tools)) <= most ? tools : tools.map(terse)
}

function terse({ description = '', inputSchema, ...tool }: Tool): Tool {
  const [sentence = description] = /^.*?[.!?](?= |$)/s.exec(description) ?? []
  // Made by compactInput or briefInput.
  return { ...tool, description: sentence, inputSchema: terseInput(inputSchema as ToolSchema) }
}

function listed<Ctx>(operations: readonly Operation<Ctx>[]): Tool[] {
  const said = new Set<string>()
  return operations.map(
    ({ name, title = titleOf(name), summary, effect, repeatable, input, unparsed, plain, announced }) => ({
      name,
      ...(announced === 'whole' && { title }),
      description: summary,
      inputSchema: announced === 'whole' ? compactInput(input, said) : briefInput(input, said),
      // Clients hold failures to it as well, and only where the operation itself refuses do these look like results.
      ...(announced === 'whole' && !plain && { outputSchema: unparsed ? refusable : anything }),
      // All four are always sent: some clients refuse a tool that leaves one to be guessed.
      annotations: {
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'change' || effect === 'destroy',
        idempotentHint: repeatable,
        openWorldHint: false,
      },
    }),
  )
}

const anything: Tool['outputSchema'] = { type: 'object' }
const refusable: Tool['outputSchema'] = { type: 'object', required: ['status'] }
