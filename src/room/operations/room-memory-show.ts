import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { itemStates } from '../memory/item.ts'
import { memoryFor } from '../memory/memory-for.ts'

export const roomMemoryShow = roomOperation({
  name: 'room_memory_show',
  summary: 'A memory item as it would be told now: at its usual length, or with level=more at the next longer one.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/memory/{id}'],
  input: z.strictObject({
    id: z.string(),
    level: z.enum(['auto', 'more']).default('auto'),
    includeArchived: z.boolean().default(false),
    includeExpired: z.boolean().default(false),
  }),
  output: z.object({
    memoryId: z.string(),
    agentId: z.string(),
    topicKey: z.string(),
    state: z.enum(itemStates),
    content: z.string(),
    repLevel: z.int(),
    versionId: z.string().nullable(),
    escalated: z.boolean(),
  }),
  async run({ id, level, includeArchived, includeExpired }, { room }) {
    const { text, repLevel, versionId, escalated, item } = await memoryFor(room, {
      memoryId: id,
      level,
      includeArchived,
      includeExpired,
    })
    const { agentId, topicKey, state } = item
    return { memoryId: id, agentId, topicKey, state, content: text, repLevel, versionId, escalated }
  },
})
