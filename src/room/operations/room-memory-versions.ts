import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { ItemVersion } from '../memory/item.ts'
import { requireItem } from '../memory/require-item.ts'

export const roomMemoryVersions = roomOperation({
  name: 'room_memory_versions',
  summary: 'All tellings of a memory item, oldest first.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/memory/{id}/versions'],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ memoryId: z.string(), activeVersionId: z.string().nullable(), versions: z.array(ItemVersion) }),
  async run({ id }, { room }) {
    const { versions, activeVersionId = null } = await requireItem(room, id)
    return { memoryId: id, activeVersionId, versions }
  },
})
