import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { runDirectly } from '../direct/run-direct.ts'
import { ToolRun } from '../schema.ts'

export const roomToolRun = roomOperation({
  name: 'room_tool_run',
  summary: 'Runs one tool and answers with its output and receipt; an unknown tool leaves a receipt too.',
  effect: 'append',
  audience: 'people',
  routes: ['POST /api/tools/{id}/run'],
  input: z.strictObject({
    id: z.string().min(1).max(200),
    args: z.looseObject({}).default({}),
    session_id: z.string().optional(),
  }),
  output: ToolRun,
  async run({ id, args, session_id }, { call, rooms }) {
    const room = await rooms.of(call, 'writer')
    return runDirectly(room, call, { tool: id, args, sessionId: session_id, invalid: 'invalid_args' })
  },
})
