import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { KeyId, KeyProvider } from '../keys/key-file.ts'

export const roomKeyRemove = roomOperation({
  name: 'room_key_remove',
  summary: 'Remove a stored key. Agents that name it report that their key is missing.',
  effect: 'destroy',
  access: 'owner',
  audience: 'people',
  routes: ['DELETE /api/settings/keys/{provider}/{id}'],
  input: z.strictObject({ provider: KeyProvider, id: KeyId }),
  output: z.object({ removed: z.literal(true) }),
  async run({ provider, id }, { room }) {
    const { keys } = room
    await keys.remove(provider, id)
    return { removed: true } as const
  },
})
