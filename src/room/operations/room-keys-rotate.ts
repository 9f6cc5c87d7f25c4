import { z } from 'zod'
import { roomOperation } from '../context.ts'

export const roomKeysRotate = roomOperation({
  name: 'room_keys_rotate',
  summary: 'A new key signs receipts from now on; those signed with the old one stay valid.',
  effect: 'change',
  access: 'admin',
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ from: z.string(), to: z.string() }),
  async run(_, { room }) {
    const { audit } = room
    return audit.rotateKey()
  },
})
