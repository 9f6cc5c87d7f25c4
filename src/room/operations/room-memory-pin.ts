import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { MemoryItem, RepLevel } from '../memory/item.ts'
import { changeItem } from '../memory/require-item.ts'

export const roomMemoryPin = roomOperation({
  name: 'room_memory_pin',
  summary: 'Pins a memory item: it is told at this level at least and does not fade; null takes the pin out.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/memory/{id}/pin'],
  input: z.strictObject({ id: z.string(), pinnedMinLevel: RepLevel.nullable() }),
  output: MemoryItem,
  async run({ id, pinnedMinLevel }, { room }) {
    return changeItem(room, id, ({ pinnedMinLevel: _, ...item }) =>
      pinnedMinLevel === null ? item : { ...item, pinnedMinLevel },
    )
  },
})
