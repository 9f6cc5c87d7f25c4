import { z } from 'zod'
import { roomOperation } from '../context.ts'

export const roomKeysRotate = roomOperation({
  name: 'room_keys_rotate',
  summary: 'A new key signs receipts from now on; those signed with the old one stay valid.',
  effect: 'change',
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ from: z.string(), to: z.string() }),
  async run(_, { call, rooms }) {
    const { audit } = await rooms.of(call, 'admin')
    return audit.rotateKey()
  },
})
