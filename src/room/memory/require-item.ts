import { notFound } from '../faults.ts'
import type { RoomBase } from '../room-base.ts'
import type { MemoryItem } from './item.ts'
import { memoryStore } from './store.ts'

export async function requireItem({ control }: Pick<RoomBase, 'control'>, id: string): Promise<MemoryItem> {
  const item = (await memoryStore(control).all()).find(each => each.id === id)
  if (!item) throw notFound('memory item', { memoryId: id })
  return item
}

/** Changes an item; the change may refuse by throwing. */
export async function changeItem(
  { control }: Pick<RoomBase, 'control'>,
  id: string,
  work: (item: MemoryItem) => MemoryItem,
): Promise<MemoryItem> {
  const changed = await memoryStore(control).change(id, item => {
    const next = work(item)
    return { next, result: next }
  })
  if (!changed) throw notFound('memory item', { memoryId: id })
  return changed
}
