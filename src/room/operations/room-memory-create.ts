import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { requireAgent } from '../issues/personal.ts'
import { MemoryItem, mostContent, RepLevel } from '../memory/item.ts'
import { memoryStore } from '../memory/store.ts'
import { instant } from '../platform/parts.ts'

export const roomMemoryCreate = roomOperation({
  name: 'room_memory_create',
  summary: 'Gives an agent something to remember; shorter tellings are derived from the text.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/memory'],
  input: z.strictObject({
    agentId: z.string(),
    topicKey: text({ max: 200, oneLine: true }),
    content: text({ max: mostContent }).optional(),
    defaultLevel: RepLevel.default(3),
    pinnedMinLevel: RepLevel.optional(),
    tags: z
      .array(text({ max: 80, oneLine: true }))
      .max(20)
      .default([]),
  }),
  output: MemoryItem,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    await requireAgent(room, given.agentId)
    return memoryStore(room.control).add(given, instant(room))
  },
})
