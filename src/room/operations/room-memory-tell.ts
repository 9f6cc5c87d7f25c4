import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { notFound, roomFault } from '../faults.ts'
import { ItemVersion, mostContent, RepLevel } from '../memory/item.ts'
import { changeItem } from '../memory/require-item.ts'
import { withVersion } from '../memory/store.ts'
import { instant } from '../platform/parts.ts'

export const roomMemoryTell = roomOperation({
  name: 'room_memory_tell',
  summary: 'Adds a telling of a memory item at a level; without content it is derived from a longer one.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/memory/{id}/versions'],
  input: z.strictObject({
    id: z.string(),
    repLevel: RepLevel,
    content: text({ max: mostContent }).optional(),
    derivedFrom: z.string().optional(),
  }),
  output: ItemVersion,
  toStatus: () => ({ http: 201 }),
  async run({ id, ...given }, { room }) {
    const { versions } = await changeItem(room, id, item => {
      const isKnown = given.derivedFrom === undefined || item.versions.some(each => each.id === given.derivedFrom)
      const next = isKnown ? withVersion(item, given, instant(room)) : undefined
      if (!next) throw roomFault('invalid_request', { field: isKnown ? 'content' : 'derivedFrom' })
      return next
    })
    const added = versions.at(-1)
    if (!added) throw notFound('memory item', { memoryId: id })
    return added
  },
})
