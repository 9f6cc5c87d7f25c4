import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { argsSchema } from '../protocol/args-schema.ts'

export const roomToolList = roomOperation({
  name: 'room_tool_list',
  summary: 'The catalog of tools with the schema of their arguments.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
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
