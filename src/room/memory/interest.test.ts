import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agentOf } from '../../../test/room/turn-outcomes.ts'
import {
  type Interest,
  type IssueMemory,
  interestAfter,
  interestNow,
  personalView,
  withAct,
  withActivation,
} from './issue-memory.ts'

const at = '2026-03-01T12:00:00.000Z'

function stored(interest: number, more: Partial<Interest> = {}): Interest {
  return { interest, tags: [], lastActivation: 0, accesses: 1, updatedAt: at, ...more }
}

const moment = (activations: number, more = {}) => ({ activations, isCanon: false, ...more })

it.each([
  [5, 29, 5],
  [5, 30, 4],
  [5, 59, 4],
  [5, 60, 3],
  [5, 119, 3],
  [5, 120, 2],
  [5, 199, 2],
  [5, 200, 1],
  [5, 9999, 1],
  [4, 59, 4],
  [4, 60, 3],
  [3, 119, 3],
  [3, 120, 2],
  [2, 199, 2],
  [2, 200, 1],
  [1, 9999, 1],
])('an interest of %i falls after %i turns without a look to %i', (level, passed, left) => {
  expect(interestNow(stored(level, { lastActivation: 7 }), moment(7 + passed))).toBe(left)
})

it.each([
  [5, 3],
  [4, 3],
  [3, 3],
  [2, 2],
  [1, 1],
])('an interest of %i in canon never falls below three', (level, left) => {
  expect(interestNow(stored(level), moment(9999, { isCanon: true }))).toBe(left)
})

it('interest is three where nothing is known, and never more than the agent allows itself', () => {
  expect(interestNow(undefined, moment(0))).toBe(3)
  expect(interestNow(undefined, moment(0, { most: 2 }))).toBe(2)
  expect(interestNow(stored(5), moment(0, { most: 4 }))).toBe(4)
})

it('interest only falls while the issue is not looked at', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(400), fc.nat(400), fc.boolean(), (level, a, b, isCanon) => {
      const [sooner, later] = [Math.min(a, b), Math.max(a, b)]
      const left = (activations: number) => interestNow(stored(level), moment(activations, { isCanon }))
      expect(left(later)).toBeLessThanOrEqual(left(sooner))
      expect(left(later)).toBeGreaterThanOrEqual(1)
    }),
  )
})

it.each([
  ['access raises to three', stored(1), { act: 'access' }, { interest: 3, accesses: 2, lastActivation: 10 }],
  ['access keeps what is higher', stored(5), { act: 'access' }, { interest: 5 }],
  ['access of what is new', undefined, { act: 'access' }, { interest: 3, accesses: 1, tags: [] }],
  ['applied adds two', stored(2), { act: 'applied' }, { interest: 4, accesses: 2 }],
  ['applied ends at five', stored(4), { act: 'applied' }, { interest: 5 }],
  ['applied of what is new', undefined, { act: 'applied' }, { interest: 5 }],
  ['irrelevant', stored(5, { tags: ['x'] }), { act: 'irrelevant' }, { interest: 1, tags: ['x', 'filtered-out'] }],
  ['tags', stored(4, { tags: ['x'] }), { act: 'tags', tags: ['B', ' b ', 'ä'] }, { interest: 4, tags: ['b', 'ä'] }],
  ['tags are no look', stored(4), { act: 'tags', tags: [] }, { accesses: 1, lastActivation: 0 }],
  ['tags of what is new', undefined, { act: 'tags', tags: ['B'] }, { interest: 3, accesses: 0, lastActivation: 10 }],
] as const)('what an agent does is remembered: %s', (_, before, given, expected) => {
  const copy = before && { ...before, tags: [...before.tags] }
  expect(interestAfter(copy, given, moment(10), at)).toMatchObject(expected)
})

it('interest is raised from what is left, not from what once was', () => {
  expect(interestAfter(stored(5), { act: 'applied' }, moment(130), at)).toMatchObject({
    interest: 4,
    lastActivation: 130,
  })
})

it('the limit that an agent set is kept when it looks or applies', () => {
  const most = { most: 2 }
  expect(interestAfter(undefined, { act: 'access' }, moment(1, most), at).interest).toBe(2)
  expect(interestAfter(stored(2), { act: 'applied' }, moment(1, most), at).interest).toBe(2)
})

it('turns are counted per agent, and canon is read off the issue', () => {
  const critic = agentOf('critic')
  const [issue, canon] = [
    { id: 1, tags: [] },
    { id: 2, tags: ['Canon'] },
  ]
  let memory: IssueMemory = { version: 1, agents: {} }
  for (const each of [issue, canon]) memory = withAct(memory, critic, each, { given: { act: 'applied' }, at })
  for (let n = 0; n < 200; n++) memory = withActivation(memory, 'critic')
  expect(personalView(memory, critic, issue).interest).toBe(1)
  expect(personalView(memory, critic, canon).interest).toBe(3)
  expect(personalView(memory, agentOf('writer'), issue)).toEqual({ interest: 3, tags: [], accesses: 0 })
  expect(memory.agents.critic?.issues[1]?.interest).toBe(5)
})
