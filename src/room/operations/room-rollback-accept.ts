import { z } from 'zod'
import { roomOperation } from '../context.ts'

export const roomRollbackAccept = roomOperation({
  name: 'room_rollback_accept',
  summary: 'Takes a restored backup of the audit for the truth, where it is sound in itself; the feed says who did.',
  effect: 'change',
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(z.string()), issues: z.array(z.int()), keys: z.boolean() }),
  async run(_, { call, rooms }) {
    const { audit } = await rooms.of(call, 'admin')
    return audit.acceptRollback(call.principal)
  },
})
