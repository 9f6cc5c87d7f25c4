import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { VaultState } from '../schema.ts'

export const roomKeyUnlock = roomOperation({
  name: 'room_key_unlock',
  summary: 'Open the encrypted keys with their passphrase, for as long as this process runs.',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/settings/keys/unlock'],
  input: z.strictObject({ passphrase: z.string().min(1).max(1024) }),
  output: z.object({ vault: VaultState }),
  async run({ passphrase }, { room }) {
    const { keys } = room
    await keys.unlock(passphrase)
    return { vault: await keys.state() }
  },
})
