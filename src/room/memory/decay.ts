import { formatInstant } from '../../kernel/instants.ts'
import type { MemoryItem } from './item.ts'

const day = 86_400_000
const idleDays = 14
const archivedDays = 30

/** The item as time has left it; the same object when nothing changed. Pinned items stay. */
export function decayed(item: MemoryItem, now: number): MemoryItem {
  if (item.pinnedMinLevel !== undefined || item.state === 'expired') return item
  const accessed = Date.parse(item.lastAccessedAt)
  const archived = archivedAt(item, accessed)
  if (now < archived) return item
  const expires = Math.max(archived, accessed) + archivedDays * day
  const state = now >= expires ? 'expired' : 'archived'
  return state === item.state ? item : { ...item, state, archivedAt: formatInstant(archived) }
}

function archivedAt(item: MemoryItem, accessed: number): number {
  const told = item.state === 'archived' ? item.archivedAt : undefined
  return told === undefined ? accessed + idleDays * day : Date.parse(told)
}
