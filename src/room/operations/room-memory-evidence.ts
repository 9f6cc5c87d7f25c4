import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { ItemEvent } from '../memory/item.ts'
import { requireItem } from '../memory/require-item.ts'

export const roomMemoryEvidence = roomOperation({
  name: 'room_memory_evidence',
  summary: 'The witnesses of a memory item in the order they spoke.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/memory/{id}/evidence'],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ memoryId: z.string(), events: z.array(ItemEvent) }),
  async run({ id }, { room }) {
    const { events } = await requireItem(room, id)
    return { memoryId: id, events }
  },
})
