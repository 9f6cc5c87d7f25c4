import { z } from 'zod'
import { roomOperation } from '../context.ts'

export const roomRollbackAccept = roomOperation({
  name: 'room_rollback_accept',
  summary: 'Takes a restored backup of the audit for the truth, where it is sound in itself; the feed says who did.',
  effect: 'change',
  access: 'admin',
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(z.string()), issues: z.array(z.int()), keys: z.boolean() }),
  async run(_, { call, room }) {
    const { audit } = room
    return audit.acceptRollback(call.principal)
  },
})
