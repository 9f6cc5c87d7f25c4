import { join } from 'node:path'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { nextNumber } from '../store/next-number.ts'
import { decayed } from './decay.ts'
import { derivationKind, derivedText, derivedVersions } from './derive.ts'
import { type ItemEvent, type ItemVersion, MemoryBook, type MemoryItem } from './item.ts'

export interface NewItem {
  agentId: string
  topicKey: string
  /** Level 4; shorter tellings are derived from it. */
  content?: string | undefined
  defaultLevel?: number | undefined
  pinnedMinLevel?: number | undefined
  tags?: readonly string[] | undefined
}

export interface NewVersion {
  repLevel: number
  /** Derived from `derivedFrom`, else from the fullest version, when left out. */
  content?: string | undefined
  derivedFrom?: string | undefined
}

/** What agents remember, numbered and never thrown away. */
export interface MemoryStore {
  all(): Promise<MemoryItem[]>
  add(given: NewItem, now: string): Promise<MemoryItem>
  /** Undefined when there is no such item. */
  change<R>(id: string, work: (item: MemoryItem) => { next?: MemoryItem; result: R }): Promise<R | undefined>
  /** What time has changed; stored unless it is a trial. */
  decay(now: number, trial: boolean): Promise<MemoryItem[]>
}

export function memoryStore(control: string): MemoryStore {
  const store: JsonStore<MemoryBook> = jsonStore({
    file: join(control, 'memory', 'items.json'),
    locks: join(control, 'locks'),
    schema: MemoryBook,
    empty: (): MemoryBook => ({ version: 1, items: [] }),
  })
  return {
    all: async () => (await store.read()).items,
    add: (given, now) =>
      store.change<MemoryItem>(book => {
        const item = newItem(given, `mem-${nextNumber(book.items, 'mem-')}`, now)
        return { next: { ...book, items: [...book.items, item] }, result: item }
      }),
    change: <R>(id: string, work: (item: MemoryItem) => { next?: MemoryItem; result: R }) =>
      store.change<R | undefined>(book => {
        const before = book.items.find(item => item.id === id)
        if (!before) return { result: undefined }
        const { next: after, result } = work(before)
        if (!after) return { result }
        return { next: { ...book, items: book.items.map(item => (item === before ? after : item)) }, result }
      }),
    decay: (now, trial) =>
      store.change<MemoryItem[]>(book => {
        const items = book.items.map(item => decayed(item, now))
        const changed = items.filter((item, at) => item !== book.items[at])
        return trial || changed.length === 0 ? { result: changed } : { next: { ...book, items }, result: changed }
      }),
  }
}

/** Undefined when there is nothing to derive it from, or its level is none that is derived. */
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
