import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { issueMemoryStore } from './issue-memory.ts'
import { memoryFor, serve } from './serve.ts'
import {
  changeItem,
  decayItem,
  derivedText,
  type ItemVersion,
  type MemoryItem,
  memoryStore,
  withEvent,
  withVersion,
} from './store.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const at = formatInstant(now)
const day = 86_400_000

function versions(...levels: number[]): ItemVersion[] {
  return levels.map((repLevel, n) => ({
    id: `ver-${n + 1}`,
    repLevel,
    content: `v${n + 1} L${repLevel}`,
    createdAt: at,
  }))
}

function item(more: Partial<MemoryItem> = {}): MemoryItem {
  return {
    id: 'mem-1',
    agentId: 'critic',
    topicKey: 'bell',
    state: 'active',
    defaultLevel: 3,
    tags: [],
    createdAt: at,
    lastAccessedAt: at,
    versions: versions(4, 3, 2, 1),
    events: [],
    ...more,
  }
}

it.each<[string, Partial<MemoryItem>, string | undefined]>([
  ['the usual level', {}, 'v2 L3'],
  ['the newest of a level', { versions: versions(3, 3) }, 'v2 L3'],
  ['the pin when it is higher', { pinnedMinLevel: 4 }, 'v1 L4'],
  ['the usual level when the pin is lower', { pinnedMinLevel: 1 }, 'v2 L3'],
  ['the next higher where the level is missing', { versions: versions(5, 4, 1) }, 'v2 L4'],
  ['the highest where nothing is higher', { versions: versions(1, 2) }, 'v2 L2'],
  ['the version somebody chose', { activeVersionId: 'ver-4' }, 'v4 L1'],
  ['the chosen one until its time', { activeVersionId: 'ver-4', activeLockUntil: formatInstant(now + 1) }, 'v4 L1'],
  ['the usual level after that time', { activeVersionId: 'ver-4', activeLockUntil: at }, 'v2 L3'],
  ['the usual level when the chosen one is unknown', { activeVersionId: 'ver-9' }, 'v2 L3'],
  ['nothing where there is nothing', { versions: [] }, undefined],
])('memory serves by itself %s', (_, more, text) => {
  expect(serve(item(more), 'auto', now)?.text).toBe(text)
})

it.each<[string, Partial<MemoryItem>, number, boolean]>([
  ['one above the usual at first', {}, 4, true],
  ['one above the last', { lastServedLevel: 1 }, 2, true],
  ['the same when there is no more', { lastServedLevel: 4 }, 4, false],
  [
    'witnesses at the end',
    { lastServedLevel: 4, events: [{ id: 'evt-1', seq: 1, ts: at, author: 'user', text: 'Six.' }] },
    5,
    true,
  ],
])('memory serves more: %s', (_, more, repLevel, escalated) => {
  expect(serve(item(more), 'more', now)).toMatchObject({ repLevel, escalated })
})

it('memory shows the words of witnesses where there is no summary', () => {
  const heard = ['Six.', 'Four.'].reduce((before, text) => withEvent(before, { author: 'user', text }, at), item())
  expect(heard.events.map(({ id, seq }) => [id, seq])).toEqual([
    ['evt-1', 1],
    ['evt-2', 2],
  ])
  expect(serve(heard, 5, now)?.text).toBe(`${at} user: Six.\n${at} user: Four.`)
  expect(serve({ ...heard, versions: versions(5) }, 5, now)?.text).toBe('v1 L5')
})

it.each([
  [3, 1200],
  [2, 500],
  [1, 160],
])('memory derives level %i from the first sentences within %i bytes', (level, size) => {
  const text = Array.from({ length: 60 }, (_, n) => `Sentence ${n} tells of the bell, e.g. at night.`).join('\n')
  const shortened = derivedText(text, level) ?? ''
  expect(Buffer.byteLength(shortened)).toBeLessThanOrEqual(size)
  expect(Buffer.byteLength(shortened)).toBeGreaterThan(size - 60)
  expect(text.replace(/\n/g, ' ').startsWith(shortened)).toBe(true)
  expect(shortened.endsWith('.')).toBe(true)
})

it('memory cuts a first sentence that is too long between characters, and derives no other level', () => {
  expect(derivedText('鐘'.repeat(100), 1)).toBe('鐘'.repeat(53))
  expect(derivedText('A short one', 1)).toBe('A short one')
  expect(derivedText('x', 4)).toBeUndefined()
})

it('memory derives the same from the same, within its size, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.constantFrom(1, 2, 3), (text, level) => {
      const shortened = derivedText(text, level) ?? ''
      expect(Buffer.byteLength(shortened)).toBeLessThanOrEqual([160, 500, 1200][level - 1] ?? 0)
      expect(derivedText(text, level)).toBe(shortened)
    }),
  )
})

it('a new item of memory has four lengths, and versions that are given or derived are added', async () => {
  const store = memoryStore(tempHome())
  const made = await store.add({ agentId: 'critic', topicKey: 'bell', content: 'One. Two.' }, at)
  expect(made.versions.map(({ id, repLevel, derivedFrom }) => [id, repLevel, derivedFrom])).toEqual([
    ['ver-1', 4, undefined],
    ['ver-2', 3, 'ver-1'],
    ['ver-3', 2, 'ver-1'],
    ['ver-4', 1, 'ver-1'],
  ])
  expect(made).toMatchObject({ id: 'mem-1', state: 'active', defaultLevel: 3 })
  expect((await store.add({ agentId: 'critic', topicKey: 'x' }, at)).versions).toEqual([])
  expect(withVersion(made, { repLevel: 3, content: 'Mine.' }, at)?.versions.at(-1)).toMatchObject({
    id: 'ver-5',
    content: 'Mine.',
  })
  expect(withVersion(made, { repLevel: 1 }, at)?.versions.at(-1)).toMatchObject({
    content: 'One. Two.',
    derivedFrom: 'ver-1',
    derivationKind: 'first-sentences',
  })
  expect(withVersion(made, { repLevel: 3, derivedFrom: 'ver-3' }, at)).toBeUndefined()
  expect(withVersion(made, { repLevel: 4 }, at)).toBeUndefined()
})

it.each<[string, Partial<MemoryItem>, number, string]>([
  ['in use', {}, 13.9, 'active'],
  ['idle for two weeks', {}, 14, 'archived'],
  ['just before it expires', {}, 43.9, 'archived'],
  ['a month in the archive', {}, 44, 'expired'],
  ['pinned', { pinnedMinLevel: 2 }, 500, 'active'],
  ['put away by hand', { state: 'archived', archivedAt: at }, 29.9, 'archived'],
  ['put away by hand a month ago', { state: 'archived', archivedAt: at }, 30, 'expired'],
  ['expired', { state: 'expired' }, 0, 'expired'],
])('memory fades: %s', (_, more, days, state) => {
  expect(decayItem(item(more), now + days * day).state).toBe(state)
})

it('memory comes to the same however often time is looked at, and never back by itself', () => {
  const states = ['active', 'archived', 'expired']
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 6 }), fc.nat(80), (looks, last) => {
      const days = [...looks].sort((a, b) => a - b).filter(each => each <= last)
      const stepwise = days.reduce((before, each) => {
        const after = decayItem(before, now + each * day)
        expect(states.indexOf(after.state)).toBeGreaterThanOrEqual(states.indexOf(before.state))
        return after
      }, item())
      expect(decayItem(stepwise, now + last * day)).toEqual(decayItem(item(), now + last * day))
    }),
  )
})

it('memory puts items away without calling that a look, and only says so in a trial', async () => {
  const control = tempHome()
  const store = memoryStore(control)
  await store.add({ agentId: 'critic', topicKey: 'bell', content: 'One.' }, at)
  const file = join(control, 'memory', 'items.json')
  const before = readFileSync(file, 'utf8')
  expect(await store.decay(now + 14 * day, true)).toMatchObject([{ id: 'mem-1', state: 'archived' }])
  expect(readFileSync(file, 'utf8')).toBe(before)
  await store.decay(now + 14 * day, false)
  expect(await store.all()).toMatchObject([{ state: 'archived', lastAccessedAt: at }])
})

it('memory goes up level by level when more is asked for, and counts being served as a look', async () => {
  const parts = { control: tempHome(), clock: () => now + day }
  await memoryStore(parts.control).add({ agentId: 'critic', topicKey: 'bell', content: 'One. Two.' }, at)
  const served = []
  for (const level of ['auto', 'more', 'more', 'auto'] as const)
    served.push(await memoryFor(parts, { memoryId: 'mem-1', level }))
  expect(served.map(({ repLevel, escalated }) => [repLevel, escalated])).toEqual([
    [3, false],
    [4, true],
    [4, false],
    [3, false],
  ])
  expect((await memoryStore(parts.control).all())[0]?.lastAccessedAt).toBe(formatInstant(now + day))
})

it.each(['archived', 'expired'] as const)('memory refuses an item that is %s, unless it is asked for', async state => {
  const parts = { control: tempHome(), clock: () => now }
  const store = memoryStore(parts.control)
  await store.add({ agentId: 'critic', topicKey: 'bell', content: 'One.' }, at)
  await changeItem(parts, 'mem-1', before => ({ ...before, state }))
  const wish = { memoryId: 'mem-1' }
  await expect(memoryFor(parts, wish)).rejects.toMatchObject({
    wire: 'memory_excluded',
    details: { memoryExcluded: true, state },
  })
  const [includeArchived, includeExpired] = [state === 'archived', state === 'expired']
  expect(await memoryFor(parts, { ...wish, includeArchived, includeExpired })).toMatchObject({ text: 'One.' })
  await expect(
    memoryFor(parts, { ...wish, includeArchived: includeExpired, includeExpired: includeArchived }),
  ).rejects.toMatchObject({ wire: 'memory_excluded' })
  await expect(memoryFor(parts, { memoryId: 'mem-9' })).rejects.toMatchObject({ wire: 'not_found' })
})

it.each([
  ['items.json', (control: string) => memoryStore(control).add({ agentId: 'a', topicKey: 'b' }, at)],
  ['issue-memory.json', (control: string) => issueMemoryStore(control).change(next => ({ next, result: null }))],
] as const)('neither reads nor overwrites %s when it is not what it should be', async (name, change) => {
  const control = tempHome()
  const file = join(control, 'memory', name)
  mkdirSync(join(control, 'memory'))
  writeFileSync(file, '{"version":2}')
  await expect(change(control)).rejects.toMatchObject({ name: 'StoreCorrupt', file: name })
  expect(readFileSync(file, 'utf8')).toBe('{"version":2}')
})
