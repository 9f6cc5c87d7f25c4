import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { itemStates, MemoryItem } from '../memory/item.ts'
import { memoryStore } from '../memory/store.ts'
import { PageInput, pageOf } from '../page.ts'

export const roomMemoryList = roomOperation({
  name: 'room_memory_list',
  summary: 'What agents remember, without the texts.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/memory'],
  input: z.strictObject({ agentId: z.string().optional(), state: z.enum(itemStates).optional(), ...PageInput }),
  output: z.object({
    items: z.array(
      MemoryItem.omit({ versions: true, events: true }).extend({ levels: z.array(z.int()), events: z.int() }),
    ),
    nextCursor: z.string().nullable(),
  }),
  async run({ agentId, state, limit, cursor }, { room }) {
    const fitting = (await memoryStore(room.control).all()).filter(
      item => (agentId === undefined || item.agentId === agentId) && (state === undefined || item.state === state),
    )
    const { items: page, nextCursor } = pageOf(fitting, ({ id }) => id, { limit, cursor })
    const items = page.map(({ versions, events, ...item }) => ({
      ...item,
      levels: [...new Set(versions.map(({ repLevel }) => repLevel))].sort((a, b) => a - b),
      events: events.length,
    }))
    return { items, nextCursor }
  },
})
