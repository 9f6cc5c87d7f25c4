import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { runToolDirectly, toolArguments } from '../direct/run-direct.ts'
import { toolNamed } from '../protocol/tool-ids.ts'
import { ToolRun } from '../schema.ts'
import { toolOf } from '../tools/registry.ts'

export const roomToolRun = roomOperation({
  name: 'room_tool_run',
  summary: 'Runs one tool and answers with its output and receipt; an unknown tool leaves a receipt too.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/tools/{id}/run'],
  input: z.strictObject({
    id: z.string().min(1).max(200),
    args: z.looseObject({}).default({}),
    session_id: z.string().optional(),
  }),
  output: ToolRun,
  async run({ id, args, session_id }, { call, room }) {
    const named = toolNamed(id)
    const tool = named && toolOf(named.id)
    const known = tool ? toolArguments(tool, { args, sessionId: session_id }, 'invalid_args') : {}
    return runToolDirectly(room, call, { tool: id, args: known, sessionId: session_id })
  },
})
