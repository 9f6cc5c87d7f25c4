import { z } from 'zod'
import { roomCommand, roomOperation, roomQuery } from '../context.ts'
import { runToolDirectly, toolArguments } from '../direct/direct-calls.ts'
import { argsSchema } from '../protocol/response-schema.ts'
import { toolNamed } from '../protocol/tool-policy.ts'
import { ToolRun } from '../schema.ts'
import { toolOf, tools } from './registry.ts'
import type { Tool } from './tool.ts'

/** Each tool under its own name, for agents that have no turn here. */
export const runTools = tools.map(toolOperation)

function toolOperation(tool: Tool) {
  return roomOperation({
    name: tool.id,
    summary: `${tool.purpose} ${tool.whenToUse} Next: cite its receipt_id.`,
    effect: 'read',
    access: 'writer',
    schemaDetail: 'brief',
    input: listedInput(tool),
    output: ToolRun,
    textOnly: 'output',
    chatText: ({ output, receipt_id, session_id }) => `${output}\nreceipt_id: ${receipt_id}\nsession_id: ${session_id}`,
    // All wrong arguments are reported at once, in the words of the protocol.
    parse(given) {
      const { session_id: sessionId, ...args } = Object(given)
      return { ...toolArguments(tool, { args, sessionId }, 'tool_call_invalid_args'), session_id: sessionId }
    },
    async run({ session_id: sessionId, ...args }, { call, room }) {
      return runToolDirectly(room, call, { tool: tool.id, args, sessionId })
    },
  })
}

/** What a caller may send, as operations are listed: without defaults, and with limits for every list. */
function listedInput({ input }: Tool) {
  const fields = Object.entries(input.shape).map(([name, field]) => [name, listedField(field)] as const)
  return z.strictObject({
    ...Object.fromEntries(fields),
    session_id: z.string().describe('session_id of an earlier answer, to add to its receipts').optional(),
  })
}

function listedField(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional) return z.optional(listedField(field.unwrap()))
  return field instanceof z.ZodArray ? field.min(0).max(1000) : field
}

export const roomToolList = roomQuery({
  name: 'room_tool_list',
  summary: 'The catalog of tools with the schema of their arguments.',
  routes: ['GET /api/tools'],
  input: z.strictObject({}),
  output: z.object({
    tools: z.array(
      z.object({
        id: z.string(),
        version: z.string(),
        purpose: z.string(),
        whenToUse: z.string(),
        schema: z.looseObject({}),
        defaults: z.looseObject({}),
      }),
    ),
  }),
  async run(_, { room }) {
    const tools = (await room.tools()).map(({ id, version, purpose, whenToUse, args }) => ({
      id,
      version,
      purpose,
      whenToUse,
      schema: argsSchema(args),
      defaults: Object.fromEntries(args.flatMap(arg => (arg.default === undefined ? [] : [[arg.name, arg.default]]))),
    }))
    return { tools }
  },
})

export const roomToolRun = roomCommand({
  name: 'room_tool_run',
  summary: 'Runs one tool and answers with its output and receipt; an unknown tool leaves a receipt too.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/tools/{id}/run'],
  input: z.strictObject({
    id: z.string().min(1).max(200),
    args: z.looseObject({}).default({}),
    session_id: z.string().optional().describe('Add the receipt to this session of yours'),
  }),
  output: ToolRun,
  async run({ id, args, session_id }, { call, room }) {
    const named = toolNamed(id)
    const tool = named && toolOf(named.id)
    const known = tool ? toolArguments(tool, { args, sessionId: session_id }, 'invalid_args') : {}
    return runToolDirectly(room, call, { tool: id, args: known, sessionId: session_id })
  },
})
