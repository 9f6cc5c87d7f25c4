import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { reindexRoom } from '../reindex.ts'

export const roomReindex = roomOperation({
  name: 'room_reindex',
  summary: 'Makes the rows about the room anew from the files of the workspace. Anchors are left as they are.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ receipts: z.int(), sessions: z.int(), evidence: z.int() }),
  async run(_, { room }) {
    return reindexRoom(room)
  },
})
