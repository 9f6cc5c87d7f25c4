import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound } from '../faults.ts'
import { MemoryItem } from '../memory/item.ts'
import { changeItem } from '../memory/require-item.ts'

export const roomMemoryActivate = roomOperation({
  name: 'room_memory_activate',
  summary: 'Chooses the telling of a memory item that is used, for good or until a time.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/memory/{id}/active/{version}'],
  input: z.strictObject({ id: z.string(), version: z.string(), lockUntil: z.iso.datetime().optional() }),
  output: MemoryItem,
  async run({ id, version, lockUntil }, { room }) {
    return changeItem(room, id, ({ activeLockUntil: _, ...item }) => {
      if (!item.versions.some(each => each.id === version)) throw notFound('version', { versionId: version })
      return { ...item, activeVersionId: version, ...(lockUntil !== undefined && { activeLockUntil: lockUntil }) }
    })
  },
})
