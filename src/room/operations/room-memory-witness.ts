import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { ItemEvent, mostContent } from '../memory/item.ts'
import { changeItem } from '../memory/require-item.ts'
import { withEvent } from '../memory/store.ts'
import { callerOf } from '../platform/caller.ts'
import { instant } from '../platform/parts.ts'

export const roomMemoryWitness = roomOperation({
  name: 'room_memory_witness',
  summary: 'Adds a witness to a memory item: who said what, in their words.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/memory/{id}/events'],
  input: z.strictObject({
    id: z.string(),
    author: text({ max: 80, oneLine: true }).optional(),
    text: text({ max: mostContent }),
    meta: z.record(z.string(), z.unknown()).optional(),
  }),
  output: ItemEvent,
  toStatus: () => ({ http: 201 }),
  async run({ id, author, text, meta }, { call, room }) {
    const said = { author: author ?? callerOf(call).name, text, ...(meta && { meta }) }
    const { events } = await changeItem(room, id, item => withEvent(item, said, instant(room)))
    const added = events.at(-1)
    if (!added) throw notFound('memory item', { memoryId: id })
    return added
  },
})
