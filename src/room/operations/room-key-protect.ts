import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { VaultState } from '../schema.ts'

export const roomKeyProtect = roomOperation({
  name: 'room_key_protect',
  summary: 'Encrypt the stored keys with a passphrase, change it, or, with null, store them in a private plain file.',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/settings/keys/passphrase'],
  input: z.strictObject({ passphrase: z.string().min(8).max(1024).nullable() }),
  output: z.object({ vault: VaultState }),
  async run({ passphrase }, { room }) {
    const { keys } = room
    await keys.protect(passphrase ?? undefined)
    return { vault: await keys.state() }
  },
})
