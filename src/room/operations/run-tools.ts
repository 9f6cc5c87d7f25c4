import { roomOperation } from '../context.ts'
import { runDirectly } from '../direct/run-direct.ts'
import { toolInput } from '../direct/tool-input.ts'
import { ToolRun } from '../schema.ts'
import { tools } from '../tools/registry.ts'
import type { Tool } from '../tools/tool.ts'

/** Each tool under its own name, for agents that have no turn here. */
export const runTools = tools.map(toolOperation)

function toolOperation(tool: Tool) {
  return roomOperation({
    name: tool.id,
    summary: `${tool.purpose} ${tool.whenToUse} Next: cite its receipt_id.`,
    effect: 'read',
    announced: 'brief',
    input: toolInput(tool),
    // Wrong arguments are told all at once, in the words of the protocol.
    unparsed: true,
    output: ToolRun,
    said: ({ output, receipt_id }) => `${output}\nreceipt_id: ${receipt_id}`,
    async run(given: unknown, { call, rooms }) {
      const room = await rooms.of(call, 'writer')
      const { session_id: sessionId, ...args } = Object(given)
      return runDirectly(room, call, { tool: tool.id, args, sessionId, invalid: 'tool_call_invalid_args' })
    },
  })
}
