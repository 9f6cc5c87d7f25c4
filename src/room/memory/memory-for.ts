import { notFound, roomFault } from '../faults.ts'
import { instant, type RoomBase } from '../room-base.ts'
import type { MemoryItem } from './item.ts'
import { type ServedMemory, serve, type WantedLevel } from './serve.ts'
import { memoryStore } from './store.ts'

export interface MemoryWish {
  memoryId: string
  level?: WantedLevel | undefined
  includeArchived?: boolean | undefined
  includeExpired?: boolean | undefined
}

/** What of an item goes into a prompt or to a reader; being served counts as a look at it. */
export async function memoryFor(
  parts: Pick<RoomBase, 'control' | 'clock'>,
  { memoryId, level = 'auto', includeArchived = false, includeExpired = false }: MemoryWish,
): Promise<ServedMemory & { item: MemoryItem }> {
  const found = await memoryStore(parts.control).change(memoryId, item => {
    const isOut = (item.state === 'archived' && !includeArchived) || (item.state === 'expired' && !includeExpired)
    if (isOut) throw roomFault('memory_excluded', { memoryId, state: item.state, memoryExcluded: true })
    const served = serve(item, level, parts.clock())
    if (!served) return { result: undefined }
    const next = { ...item, lastAccessedAt: instant(parts), lastServedLevel: served.repLevel }
    return { next, result: { ...served, item: next } }
  })
  if (!found) throw notFound('memory item', { memoryId })
  return found
}
