import { cutTo } from '../../kernel/text.ts'
import { notFound, roomFault } from '../faults.ts'
import { instant, type RoomBase } from '../room-base.ts'
import { type ItemVersion, type MemoryItem, maxContent, memoryStore } from './store.ts'

type WantedLevel = 'auto' | 'more' | number

/** What is shown of an item, and how. */
interface ServedMemory {
  text: string
  repLevel: number
  versionId: string | null
  /** More is shown than the time before. */
  escalated: boolean
}

const witnessLevel = 5

/** Undefined when the item has nothing to show. */
export function serve(item: MemoryItem, wanted: WantedLevel, now: number): ServedMemory | undefined {
  const texts = textsByLevel(item)
  const last = item.lastServedLevel
  const chosen =
    wanted === 'more'
      ? (texts.find(({ repLevel }) => repLevel > (last ?? defaultLevel(item))) ?? texts.at(-1))
      : wanted === 'auto'
        ? (activeText(item, now) ?? atLeast(texts, defaultLevel(item)))
        : atLeast(texts, wanted)
  if (!chosen) return undefined
  const { text, repLevel, versionId } = chosen
  return { text, repLevel, versionId, escalated: wanted === 'more' && repLevel > (last ?? defaultLevel(item)) }
}

interface LevelText {
  text: string
  repLevel: number
  versionId: string | null
}

/** One per level, the newest of each, lowest level first; the words of witnesses where there is no summary of them. */
function textsByLevel({ versions, events }: MemoryItem): LevelText[] {
  const byLevel = new Map(versions.map(version => [version.repLevel, levelText(version)]))
  if (!byLevel.has(witnessLevel) && events.length > 0) {
    const text = events.map(({ ts, author, text }) => `${ts} ${author}: ${text}`).join('\n')
    byLevel.set(witnessLevel, { text: cutTo(text, maxContent), repLevel: witnessLevel, versionId: null })
  }
  return [...byLevel.values()].sort((a, b) => a.repLevel - b.repLevel)
}

function levelText({ id, content, repLevel }: ItemVersion): LevelText {
  return { text: content, repLevel, versionId: id }
}

function defaultLevel(item: MemoryItem): number {
  return Math.max(item.defaultLevel, item.pinnedMinLevel ?? 1)
}

/** The version that was activated, permanently or until a time. */
function activeText({ versions, activeVersionId, activeLockUntil }: MemoryItem, now: number): LevelText | undefined {
  if (activeLockUntil !== undefined && Date.parse(activeLockUntil) <= now) return undefined
  const active = versions.find(({ id }) => id === activeVersionId)
  return active && levelText(active)
}

function atLeast(texts: readonly LevelText[], level: number): LevelText | undefined {
  return texts.find(({ repLevel }) => repLevel >= level) ?? texts.at(-1)
}

interface MemoryWish {
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
