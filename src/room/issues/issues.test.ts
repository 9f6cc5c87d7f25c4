import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agentOf } from '../../../test/room/turn-outcomes.ts'
import { tempHome } from '../../../test/support/tempdir.ts'
import { formatInstant } from '../../kernel/instants.ts'
import type { Interest, IssueMemory } from '../memory/issue-memory.ts'
import { applyEdit } from './edit.ts'
import { filteredIssues, type IssueFilter } from './filter.ts'
import { endExpiredFreeze, freezeIfAgentsOnly, isFrozen, lowerLevelIfIdle, summaryInListings } from './levels.ts'
import type { Issue } from './schema.ts'
import { issueStore, withComment } from './store.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const at = formatInstant(now)
const day = 86_400_000

function issueOf(more: Partial<Issue> = {}): Issue {
  return {
    id: 1,
    title: 'The bell',
    body: 'Four minutes or six.',
    openedBy: 'user',
    assignedTo: null,
    tags: [],
    priority: 'normal',
    status: 'open',
    epistemicStatus: null,
    comments: [],
    memoryLevel: 5,
    createdAt: at,
    updatedAt: at,
    lastAccessedAt: at,
    semanticTrace: 'trace',
    resolutionSummary: 'resolution',
    compressedSummary: 'compressed',
    ...more,
  }
}

it.each([
  [29.9, 5],
  [30, 4],
  [59.9, 4],
  [60, 3],
  [119.9, 3],
  [120, 2],
  [209.9, 2],
  [210, 1],
  [9999, 1],
])('a closed issue nobody looked at for %f days is told at level %i', (days, level) => {
  expect(lowerLevelIfIdle(issueOf({ status: 'closed' }), now + days * day).memoryLevel).toBe(level)
  expect(lowerLevelIfIdle(issueOf(), now + days * day).memoryLevel).toBe(5)
})

it('an issue never raises its level by itself, and starts over after somebody looks at it', () => {
  expect(lowerLevelIfIdle(issueOf({ status: 'closed', memoryLevel: 2 }), now).memoryLevel).toBe(2)
  const looked = issueOf({ status: 'closed', lastAccessedAt: formatInstant(now + 29 * day) })
  expect(lowerLevelIfIdle(looked, now + 40 * day).memoryLevel).toBe(5)
})

it('an issue only ever fades', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (a, b) => {
      const level = (days: number) => lowerLevelIfIdle(issueOf({ status: 'closed' }), now + days * day).memoryLevel
      expect(level(Math.max(a, b))).toBeLessThanOrEqual(level(Math.min(a, b)))
    }),
  )
})

it.each([
  [5, 'compressed'],
  [4, 'compressed'],
  [3, 'compressed'],
  [2, 'resolution'],
  [1, 'trace'],
])('an issue at level %i is listed with its %s summary', (memoryLevel, shown) => {
  expect(summaryInListings(issueOf({ memoryLevel }))).toBe(shown)
})

const isAgent = (name: string) => ['critic', 'writer'].includes(name)

function commented(...authors: string[]): Issue {
  const all = authors.reduce((issue, author) => withComment(issue, { author, body: 'x' }, at), issueOf())
  return freezeIfAgentsOnly(all, isAgent, now)
}

const alternating = (count: number) => Array.from({ length: count }, (_, n) => (n % 2 === 0 ? 'critic' : 'writer'))

it.each<[string, string[], boolean]>([
  ['two in a row', ['critic', 'critic'], false],
  ['three in a row', ['critic', 'critic', 'critic'], true],
  ['three with a person between', ['critic', 'critic', 'user', 'critic'], false],
  ['three with another agent between', ['critic', 'critic', 'writer', 'critic'], false],
  ['three with a note of the engine between', ['critic', 'critic', 'system', 'critic'], true],
  ['nine of agents', alternating(9), false],
  ['ten of agents', alternating(10), true],
  ['ten of agents after a person', ['user', ...alternating(10)], true],
  ['ten of agents with a person between', [...alternating(5), 'user', ...alternating(5)], false],
  ['many of a person', Array.from({ length: 12 }, () => 'user'), false],
])('an issue that agents keep to themselves freezes: %s', (_, authors, frozen) => {
  expect(commented(...authors).status).toBe(frozen ? 'frozen' : 'open')
})

it('a frozen issue becomes what it was after half an hour', () => {
  const frozen = freezeIfAgentsOnly({ ...commented('critic', 'critic'), status: 'waiting-on-user' }, () => true, now)
  const third = freezeIfAgentsOnly(withComment(frozen, { author: 'critic', body: 'x' }, at), isAgent, now)
  expect(third).toMatchObject({ status: 'frozen', frozenUntil: formatInstant(now + 1_800_000) })
  expect(isFrozen(third, now + 1_799_999)).toBe(true)
  expect(endExpiredFreeze(third, now + 1_799_999)).toBe(third)
  expect(endExpiredFreeze(third, now + 1_800_000)).not.toHaveProperty('frozenUntil')
  expect(endExpiredFreeze(third, now + 1_800_000).status).toBe('waiting-on-user')
  expect(isFrozen(issueOf({ status: 'frozen' }), now + 999 * day)).toBe(true)
})

it('the times of closing are kept in step with the state', () => {
  const closed = applyEdit(issueOf(), { status: 'closed' }, at)
  expect(closed.closedAt).toBe(at)
  expect(applyEdit(closed, { title: 'Other', body: undefined }, 'later')).toMatchObject({
    closedAt: at,
    title: 'Other',
    body: closed.body,
  })
  expect(applyEdit(closed, { status: 'open' }, 'later')).not.toHaveProperty('closedAt')
  expect(applyEdit(issueOf({ assignedTo: 'critic' }), { assignedTo: null }, at).assignedTo).toBeNull()
  const frozen = issueOf({ status: 'frozen', frozenUntil: at, frozenFrom: 'open' })
  expect(applyEdit(frozen, { title: 'Other' }, at)).toMatchObject({ frozenUntil: at, frozenFrom: 'open' })
  expect(applyEdit(frozen, { status: 'open' }, at)).not.toHaveProperty('frozenUntil')
})

const some = [
  issueOf({ id: 1, tags: ['Bell', 'canon'], assignedTo: 'critic', priority: 'high' }),
  issueOf({ id: 2, status: 'closed', createdAt: formatInstant(now + 1), title: 'The Lamp' }),
  issueOf({
    id: 3,
    tags: ['bell'],
    status: 'waiting-on-user',
    comments: [{ id: 1, author: 'u', body: 'Ask Mara', timestamp: at }],
  }),
]

function remembered(issues: { [id: number]: Partial<Interest> }): IssueMemory {
  const full = Object.entries(issues).map(([id, more]) => [
    id,
    { interest: 3, tags: [], lastActivation: 0, accesses: 1, updatedAt: at, ...more },
  ])
  return { version: 1, agents: { critic: { activations: 0, issues: Object.fromEntries(full) } } }
}

const person = {
  agent: agentOf('critic'),
  memory: remembered({ 1: { interest: 5, tags: ['mine', 'hot'] }, 2: { interest: 1, tags: ['filtered-out'] } }),
}

it.each<[string, IssueFilter, number[]]>([
  ['nothing', {}, [2, 3, 1]],
  ['a tag', { tag: ['BELL'] }, [3, 1]],
  ['two tags', { tag: ['bell', 'canon'] }, [1]],
  ['an assignee', { assignedTo: 'Critic' }, [1]],
  ['a priority', { priority: 'high' }, [1]],
  ['a status', { status: 'closed' }, [2]],
  ['words of the title', { q: 'the LAMP' }, [2]],
  ['words of a comment', { q: 'mara' }, [3]],
  ['a number', { q: '#3' }, [3]],
  ['own tags', { personalTags: ['mine', 'Hot'] }, [1]],
  ['no own tags', { excludePersonalTags: ['filtered-out'] }, [3, 1]],
  ['an interest', { minInterestLevel: 3 }, [3, 1]],
  ['a high interest', { minInterestLevel: 4 }, [1]],
  ['all together', { tag: ['bell'], priority: 'high', q: 'bell', personalTags: ['mine'], minInterestLevel: 5 }, [1]],
  ['things that exclude each other', { status: 'closed', tag: ['bell'] }, []],
])('issues are filtered by %s', (_, filter, ids) => {
  expect(filteredIssues(some, filter, person).map(({ id }) => id)).toEqual(ids)
})

it('interest is ignored where no agent is named', () => {
  expect(filteredIssues(some, { minInterestLevel: 5, personalTags: ['mine'] })).toHaveLength(3)
})

it('looking at an issue writes nothing; the look is written with the next change', async () => {
  const folder = tempHome()
  const store = issueStore(folder)
  const file = join(folder, 'issues', 'issues.json')
  await store.open({ title: 'One', body: '', openedBy: 'user' }, at)
  const before = readFileSync(file, 'utf8')
  const later = formatInstant(now + day)
  store.touch(1, later)
  await store.get(1)
  await store.open({ title: 'Again', body: '', openedBy: 'user', sourceKey: 'k' }, at)
  expect((await issueStore(folder).get(1))?.lastAccessedAt).toBe(later)
  expect(JSON.parse(before).issues[0].lastAccessedAt).toBe(at)
  const open = readFileSync(file, 'utf8')
  store.touch(1, formatInstant(now + 2 * day))
  await store.open({ title: 'Again', body: '', openedBy: 'user', sourceKey: 'k' }, at)
  expect(readFileSync(file, 'utf8')).toBe(open)
  await store.comment(2, at, { author: 'user', body: 'x' })
  expect((await issueStore(folder).get(1))?.lastAccessedAt).toBe(formatInstant(now + 2 * day))
})

it('a deleted issue loses nothing, leaves its number unused, and can be brought back', async () => {
  const folder = tempHome()
  const store = issueStore(folder)
  await store.open({ title: 'One', body: 'Kept.', openedBy: 'user', sourceKey: 'k' }, at)
  await store.remove(1, at)
  expect([await store.get(1), await store.all(), await store.remove(1, at)]).toEqual([undefined, [], undefined])
  expect(readFileSync(join(folder, 'issues', 'issues.json'), 'utf8')).toContain('Kept.')
  expect((await store.open({ title: 'Two', body: '', openedBy: 'user' }, at)).issue.id).toBe(2)
  expect(await store.change(1, at, issue => issue)).toBeUndefined()
  expect(await store.revive(1, at)).toMatchObject({ id: 1, body: 'Kept.', memoryLevel: 5 })
  expect(await store.get(1)).not.toHaveProperty('deletedAt')
  expect(await store.revive(9, at)).toBeUndefined()
})

it('levels are lowered in one pass without calling that a change, and raised again', async () => {
  const store = issueStore(tempHome())
  await store.open({ title: 'One', body: '', openedBy: 'user', status: 'closed' }, at)
  expect(await store.lowerLevels(now + 60 * day)).toEqual([1])
  expect(await store.lowerLevels(now + 60 * day)).toEqual([])
  expect(await store.get(1)).toMatchObject({ memoryLevel: 3, updatedAt: at, lastAccessedAt: at })
  expect(await store.revive(1, formatInstant(now + 60 * day))).toMatchObject({ memoryLevel: 5 })
})

it('neither reads nor overwrites issues that are not what they should be', async () => {
  const folder = tempHome()
  const file = join(folder, 'issues', 'issues.json')
  mkdirSync(join(folder, 'issues'))
  writeFileSync(file, '{"version":1,"nextId":0,"issues":[]}')
  const store = issueStore(folder)
  await expect(store.all()).rejects.toMatchObject({ name: 'StoreCorrupt', file: 'issues.json' })
  await expect(store.open({ title: 'x', body: '', openedBy: 'user' }, at)).rejects.toMatchObject({
    name: 'StoreCorrupt',
  })
  expect(readFileSync(file, 'utf8')).toBe('{"version":1,"nextId":0,"issues":[]}')
})
