import { roomOperation } from '../context.ts'
import { runToolDirectly, toolArguments } from '../direct/run-direct.ts'
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
    access: 'writer',
    announced: 'brief',
    input: toolInput(tool),
    output: ToolRun,
    plain: 'output',
    said: ({ output, receipt_id, session_id }) => `${output}\nreceipt_id: ${receipt_id}\nsession_id: ${session_id}`,
    // Wrong arguments are told all at once, in the words of the protocol.
    parse(given) {
      const { session_id: sessionId, ...args } = Object(given)
      return { ...toolArguments(tool, { args, sessionId }, 'tool_call_invalid_args'), session_id: sessionId }
    },
    async run({ session_id: sessionId, ...args }, { call, room }) {
      return runToolDirectly(room, call, { tool: tool.id, args, sessionId })
    },
  })
}
