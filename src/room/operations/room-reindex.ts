import { z } from 'zod'
import { roomOperation } from '../context.ts'

export const roomReindex = roomOperation({
  name: 'room_reindex',
  summary: 'Makes the rows about the room anew from the files of the workspace. Anchors are left as they are.',
  effect: 'change',
  repeatable: true,
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ receipts: z.int() }),
  async run(_, { call, rooms }) {
    const { audit } = await rooms.of(call, 'admin')
    return { receipts: await audit.reindex() }
  },
})
