import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { VaultState } from '../schema.ts'

export const roomKeyLock = roomOperation({
  name: 'room_key_lock',
  summary: 'Forget the passphrase of the encrypted keys in this process.',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/settings/keys/lock'],
  input: z.strictObject({}),
  output: z.object({ vault: VaultState }),
  async run(_, { room }) {
    const { keys } = room
    keys.lock()
    return { vault: await keys.state() }
  },
})
