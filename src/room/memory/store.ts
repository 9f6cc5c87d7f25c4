import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { cutTo, text } from '../../kernel/text.ts'
import { notFound } from '../faults.ts'
import type { RoomBase } from '../room-base.ts'
import { Tags } from '../schema.ts'
import { type JsonStore, jsonStoreIn, nextNumber } from '../store/json-store.ts'

export const itemStates = ['active', 'archived', 'expired'] as const
export const RepLevel = z.int().min(1).max(5)
export const maxContent = 8000

export const ItemVersion = z.looseObject({
  id: z.string(),
  repLevel: RepLevel,
  content: z.string().max(maxContent),
  derivedFrom: z.string().optional(),
  derivationKind: z.string().optional(),
  createdAt: z.string(),
})
export type ItemVersion = z.output<typeof ItemVersion>

export const ItemEvent = z.looseObject({
  id: z.string(),
  seq: z.int().min(1),
  ts: z.string(),
  author: z.string().max(80),
  text: z.string().max(maxContent),
  meta: z.record(z.string(), z.unknown()).optional(),
})
export type ItemEvent = z.output<typeof ItemEvent>

/** Something an agent remembers, at several lengths: 5 the witnesses, 4 the text, 3 to 1 shorter and shorter. */
export const MemoryItem = z.looseObject({
  id: z.string(),
  agentId: z.string(),
  topicKey: z.string().max(200),
  state: z.enum(itemStates),
  defaultLevel: RepLevel,
  pinnedMinLevel: RepLevel.optional(),
  activeVersionId: z.string().optional(),
  activeLockUntil: z.string().optional(),
  tags: z.array(z.string().max(80)),
  createdAt: z.string(),
  lastAccessedAt: z.string(),
  versions: z.array(ItemVersion),
  events: z.array(ItemEvent),
  /** Since when it is out of use. */
  archivedAt: z.string().optional(),
  /** What `more` goes on from. */
  lastServedLevel: RepLevel.optional(),
})
export type MemoryItem = z.output<typeof MemoryItem>

const StoredMemory = z.looseObject({ version: z.literal(1), items: z.array(MemoryItem) })
type StoredMemory = z.output<typeof StoredMemory>

export const NewItem = z.strictObject({
  agentId: z.string(),
  topicKey: text({ max: 200, oneLine: true }),
  /** Level 4; shorter versions are derived from it. */
  content: text({ max: maxContent }).optional(),
  defaultLevel: RepLevel.default(3),
  pinnedMinLevel: RepLevel.optional(),
  tags: Tags.default([]),
})
type NewItem = z.input<typeof NewItem>

export const NewVersion = z.strictObject({
  id: z.string(),
  repLevel: RepLevel,
  /** Derived from `derivedFrom`, else from the fullest version, when left out. */
  content: text({ max: maxContent }).optional(),
  derivedFrom: z.string().optional(),
})
type NewVersion = Omit<z.output<typeof NewVersion>, 'id'>

/** What agents remember, numbered and never thrown away. */
interface MemoryStore {
  all(): Promise<MemoryItem[]>
  add(given: NewItem, now: string): Promise<MemoryItem>
  /** Undefined when there is no such item. */
  change<R>(id: string, work: (item: MemoryItem) => { next?: MemoryItem; result: R }): Promise<R | undefined>
  /** What time has changed; stored unless it is a trial. */
  decay(now: number, trial: boolean): Promise<MemoryItem[]>
}

export function memoryStore(control: string): MemoryStore {
  const store: JsonStore<StoredMemory> = jsonStoreIn(control, 'memory/items.json', StoredMemory, {
    version: 1,
    items: [],
  })
  return {
    all: async () => (await store.read()).items,
    add: (given, now) =>
      store.change<MemoryItem>(stored => {
        const item = newItem(given, `mem-${nextNumber(stored.items, 'mem-')}`, now)
        return { next: { ...stored, items: [...stored.items, item] }, result: item }
      }),
    change: <R>(id: string, work: (item: MemoryItem) => { next?: MemoryItem; result: R }) =>
      store.change<R | undefined>(stored => {
        const before = stored.items.find(item => item.id === id)
        if (!before) return { result: undefined }
        const { next: after, result } = work(before)
        if (!after) return { result }
        return { next: { ...stored, items: stored.items.map(item => (item === before ? after : item)) }, result }
      }),
    decay: (now, trial) =>
      store.change<MemoryItem[]>(stored => {
        const items = stored.items.map(item => decayItem(item, now))
        const changed = items.filter((item, at) => item !== stored.items[at])
        return trial || changed.length === 0 ? { result: changed } : { next: { ...stored, items }, result: changed }
      }),
  }
}

/** Undefined when there is nothing to derive it from, or versions of its level are not derived. */
export function withVersion(item: MemoryItem, given: NewVersion, now: string): MemoryItem | undefined {
  const id = `ver-${nextNumber(item.versions, 'ver-')}`
  const { repLevel, content } = given
  if (content !== undefined) {
    const from = given.derivedFrom === undefined ? {} : { derivedFrom: given.derivedFrom }
    return withVersions(item, [{ id, repLevel, content, ...from, createdAt: now }])
  }
  const source =
    given.derivedFrom === undefined ? fullest(item) : item.versions.find(each => each.id === given.derivedFrom)
  const text = source && source.repLevel > repLevel ? derivedText(source.content, repLevel) : undefined
  if (!source || text === undefined) return undefined
  return withVersions(item, [{ id, repLevel, content: text, derivedFrom: source.id, derivationKind, createdAt: now }])
}

export function withEvent(
  item: MemoryItem,
  given: Pick<ItemEvent, 'author' | 'text' | 'meta'>,
  now: string,
): MemoryItem {
  const seq = (item.events.at(-1)?.seq ?? 0) + 1
  const { author, text, meta } = given
  const event = { id: `evt-${seq}`, seq, ts: now, author, text, ...(meta !== undefined && { meta }) }
  return { ...item, events: [...item.events, event], lastAccessedAt: now }
}

function newItem(given: NewItem, id: string, now: string): MemoryItem {
  const { agentId, topicKey, content, defaultLevel = 3, pinnedMinLevel, tags = [] } = given
  const first: ItemVersion[] = content === undefined ? [] : [{ id: 'ver-1', repLevel: 4, content, createdAt: now }]
  return {
    id,
    agentId,
    topicKey,
    state: 'active',
    defaultLevel,
    ...(pinnedMinLevel !== undefined && { pinnedMinLevel }),
    tags: [...tags],
    createdAt: now,
    lastAccessedAt: now,
    versions: [...first, ...first.flatMap(version => derivedVersions(version, [], now))],
    events: [],
  }
}

function withVersions(item: MemoryItem, added: readonly ItemVersion[]): MemoryItem {
  const last = added.at(-1)?.createdAt ?? item.lastAccessedAt
  return { ...item, versions: [...item.versions, ...added], lastAccessedAt: last }
}

function fullest({ versions }: MemoryItem): ItemVersion | undefined {
  return versions
    .filter(({ repLevel }) => repLevel <= 4)
    .sort((a, b) => a.repLevel - b.repLevel)
    .at(-1)
}

const day = 86_400_000
const idleDays = 14
const archivedDays = 30

/** The item as time has left it; the same object when nothing changed. Pinned items stay. */
export function decayItem(item: MemoryItem, now: number): MemoryItem {
  if (item.pinnedMinLevel !== undefined || item.state === 'expired') return item
  const accessed = Date.parse(item.lastAccessedAt)
  const archived = archivedAt(item, accessed)
  if (now < archived) return item
  const expires = Math.max(archived, accessed) + archivedDays * day
  const state = now >= expires ? 'expired' : 'archived'
  return state === item.state ? item : { ...item, state, archivedAt: formatInstant(archived) }
}

function archivedAt(item: MemoryItem, accessed: number): number {
  const recorded = item.state === 'archived' ? item.archivedAt : undefined
  return recorded === undefined ? accessed + idleDays * day : Date.parse(recorded)
}

const sizes: { readonly [level: number]: number } = { 3: 1200, 2: 500, 1: 160 }
const derivationKind = 'first-sentences'

/** The first sentences that fit a level; undefined for the levels that are not derived. */
export function derivedText(text: string, level: number): string | undefined {
  const size = sizes[level]
  if (size === undefined) return undefined
  const flat = text.replace(/\s+/g, ' ').trim()
  let end = 0
  for (const { index, 0: marks } of flat.matchAll(sentenceEnd)) {
    if (Buffer.byteLength(flat.slice(0, index + marks.length)) > size) break
    end = index + marks.length
  }
  if (Buffer.byteLength(flat) <= size) return flat
  return end === 0 ? cutTo(flat, size) : flat.slice(0, end)
}

const sentenceEnd = /(?<![.!?…])[.!?…]+["”’')\]»]*(?=\s|$)/g

/** The shorter versions of a text that has none of its own. */
function derivedVersions(from: ItemVersion, versions: readonly ItemVersion[], now: string): ItemVersion[] {
  const first = nextNumber([...versions, from], 'ver-')
  return [3, 2, 1]
    .filter(level => level < from.repLevel)
    .map((repLevel, at) => ({
      id: `ver-${first + at}`,
      repLevel,
      content: derivedText(from.content, repLevel) ?? '',
      derivedFrom: from.id,
      derivationKind,
      createdAt: now,
    }))
}

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
