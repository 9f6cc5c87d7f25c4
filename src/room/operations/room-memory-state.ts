import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { itemStates, MemoryItem } from '../memory/item.ts'
import { changeItem } from '../memory/require-item.ts'
import { instant } from '../platform/parts.ts'

export const roomMemoryState = roomOperation({
  name: 'room_memory_state',
  summary: 'Puts a memory item away, or takes it back into use.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/memory/{id}/state'],
  input: z.strictObject({ id: z.string(), state: z.enum(itemStates) }),
  output: MemoryItem,
  async run({ id, state }, { room }) {
    const now = instant(room)
    return changeItem(room, id, ({ archivedAt, ...item }) =>
      state === 'active' ? { ...item, state, lastAccessedAt: now } : { ...item, state, archivedAt: archivedAt ?? now },
    )
  },
})
