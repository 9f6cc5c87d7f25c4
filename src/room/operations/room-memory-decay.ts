import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { memoryStore } from '../memory/store.ts'

export const roomMemoryDecay = roomOperation({
  name: 'room_memory_decay',
  summary: 'Puts memory items away that nobody has used for long; with dryRun only says which.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/memory/decay'],
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  output: z.object({ dryRun: z.boolean(), archived: z.array(z.string()), expired: z.array(z.string()) }),
  async run({ dryRun }, { room }) {
    const changed = await memoryStore(room.control).decay(room.clock(), dryRun)
    const of = (state: string) => changed.filter(item => item.state === state).map(({ id }) => id)
    return { dryRun, archived: of('archived'), expired: of('expired') }
  },
})
