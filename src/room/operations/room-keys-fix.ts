import { z } from 'zod'
import { roomOperation } from '../context.ts'

export const roomKeysFix = roomOperation({
  name: 'room_keys_fix',
  summary: 'Makes the key files plain files that nobody else may open; answers the ids of those that were mended.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  input: z.strictObject({}),
  output: z.object({ fixed: z.array(z.string()) }),
  async run(_, { room }) {
    const { audit } = room
    return audit.fixKeys()
  },
})
