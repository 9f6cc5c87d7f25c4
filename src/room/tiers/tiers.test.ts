import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestRoom } from '../../../test/room/support/open-room.ts'
import {
  acceptedVerdict,
  contentVerdict,
  outcomeOf,
  rejectedCall,
  rejectedReply,
  specOf,
} from '../../../test/room/turn-outcomes.ts'
import { tempHome } from '../../../test/support/tempdir.ts'
import { type ModelRecord, newRecord, type TierResult } from '../agents/registry.ts'
import { budgetLimits } from '../protocol/budget.ts'
import { turnFailed } from '../protocol/rejection.ts'
import type { TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { capAt, capNames, capsAt, changedPolicy, clampCaps, policyStore, usualCurves, usualPolicy } from './policy.ts'
import { addResult, applyResult, tierResult } from './standing.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const hour = 3_600_000

const table = {
  toolActions: [3, 4, 5, 7, 9, 13, 18, 20, 20],
  safeSteps: [5, 6, 8, 11, 15, 21, 30, 40, 40],
  outputTokens: [600, 960, 1536, 2458, 3932, 6291, 10_066, 12_000, 12_000],
  activeIssues: [3, 3, 4, 5, 7, 9, 11, 14, 14],
}

it.each(
  capNames.flatMap(name =>
    table[name].map((cap, at): [name: typeof name, tier: number, cap: number] => [name, at + 1, cap]),
  ),
)('the policy allows %s of tier %i: %i', (name, tier, cap) => {
  expect(capAt(usualCurves[name], tier)).toBe(cap)
})

it('the policy never allows less in a higher tier, never more than the ceiling and never nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...capNames), fc.integer({ min: 1, max: 60 }), (name, tier) => {
      const [here, above] = [capAt(usualCurves[name], tier), capAt(usualCurves[name], tier + 1)]
      expect(here).toBeLessThanOrEqual(above)
      expect(here).toBeGreaterThanOrEqual(1)
      expect(above).toBeLessThanOrEqual(usualCurves[name].ceiling)
    }),
  )
})

it('a clamp takes every limit to four fifths, rounded, and to one at least', () => {
  expect(clampCaps(capsAt(usualCurves, 1), 0.8)).toEqual({
    toolActions: 2,
    safeSteps: 4,
    outputTokens: 480,
    activeIssues: 2,
  })
  expect(clampCaps({ toolActions: 1, safeSteps: 1, outputTokens: 1, activeIssues: 1 }, 0.1).toolActions).toBe(1)
})

const good: TierResult = { verified: true, failure: false, atCap: true, critical: false }
const below: TierResult = { ...good, atCap: false }
const neutral: TierResult = { ...good, verified: false }
const bad: TierResult = { verified: false, failure: true, atCap: true, critical: false }
const critical: TierResult = { ...bad, critical: true }

function after(results: readonly TierResult[], start: Partial<ModelRecord> = {}, at = now) {
  const changes: (string | undefined)[] = []
  const record = results.reduce<ModelRecord>(
    (before, result) => {
      const { record, change } = applyResult(before, result, usualPolicy, at)
      changes.push(change)
      return record
    },
    { ...newRecord('m1'), ...start },
  )
  return { record, changes }
}

const times = (count: number, result: TierResult) => Array.from({ length: count }, () => result)

it('a tier rises after five verified turns in a row that used what they had, and then rests for a day', () => {
  const { record, changes } = after(times(5, good))
  expect(changes).toEqual([undefined, undefined, undefined, undefined, 'promoted'])
  expect(record).toMatchObject({ tier: 2, streak: 0, cooldownUntil: '2026-03-02T12:00:00.000Z' })
  expect(after(times(9, good), record).record.tier).toBe(2)
  expect(after(times(5, good), record, now + 24 * hour - 1).record.tier).toBe(2)
  expect(after(times(5, good), record, now + 24 * hour).record.tier).toBe(3)
})

it.each([
  ['one that used less', below],
  ['one that was not verified', neutral],
])('the row of five is broken by %s', (_, other) => {
  expect(after([...times(4, good), other, ...times(4, good)]).record).toMatchObject({ tier: 1, streak: 4 })
})

it('a tier does not rise while more than a tenth of the last results are failures', () => {
  const history = [...times(2, bad), ...times(12, below)]
  expect(after(times(5, good), { window: history }).record.tier).toBe(1)
  expect(after(times(6, good), { window: history }).record.tier).toBe(2)
})

it('limits are clamped for three turns after the first failure', () => {
  const { record, changes } = after([bad], { tier: 4, streak: 3 })
  expect(changes).toEqual(['clamped'])
  expect(record).toMatchObject({ tier: 4, streak: 0, clampRemaining: 3, cooldownUntil: null })
  expect(after([below], record).record.clampRemaining).toBe(2)
  expect(after(times(4, below), record).record.clampRemaining).toBe(0)
})

it('a tier falls after two failures within ten', () => {
  const { record, changes } = after([bad, ...times(8, below), bad], { tier: 4 })
  expect(changes.at(-1)).toBe('demoted')
  expect(record).toMatchObject({ tier: 3, cooldownUntil: '2026-03-02T12:00:00.000Z' })
  expect(after([bad, ...times(9, below), bad], { tier: 4 }).record.tier).toBe(4)
})

it('a tier falls at once when a receipt or file was made up', () => {
  expect(after([critical], { tier: 4 })).toMatchObject({ record: { tier: 3 }, changes: ['demoted'] })
})

it('a tier does not fall below the first, and nothing is called a change that is none', () => {
  expect(after([critical])).toMatchObject({ record: { tier: 1 }, changes: [undefined] })
})

it('twenty results are kept at most, and a tier is one at least, whatever comes', () => {
  const anyResult = fc.record({
    verified: fc.boolean(),
    failure: fc.boolean(),
    atCap: fc.boolean(),
    critical: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyResult, { maxLength: 60 }), results => {
      const { record } = after(results)
      expect(record.window).toEqual(results.slice(-20))
      expect(record.tier).toBeGreaterThanOrEqual(1)
      expect(record.clampRemaining).toBeLessThanOrEqual(3)
    }),
  )
})

const used = (steps_used: number, steps_max: number, source: 'tier' | 'fallback' = 'tier') => ({
  budget: { ...outcomeOf().budget, steps_used, steps_max, source },
})

it.each<[string, Partial<TurnSpec>, TurnOutcome, TierResult | undefined]>([
  ['accepted with a quote', {}, outcomeOf({ verdict: contentVerdict('exact', []) }), { ...below }],
  ['accepted at the cap', {}, outcomeOf({ verdict: acceptedVerdict('absence'), ...used(4, 5) }), good],
  ['just below the cap', {}, outcomeOf({ verdict: acceptedVerdict('absence'), ...used(3, 4) }), below],
  [
    'at the cap of a new agent',
    {},
    outcomeOf({ verdict: acceptedVerdict('absence'), ...used(3, 6, 'fallback') }),
    good,
  ],
  ['an access request', {}, outcomeOf({ verdict: acceptedVerdict('access') }), { ...neutral, atCap: false }],
  ['a task', { kind: 'tools+json', taskId: 'task_1' }, outcomeOf(), { ...neutral, atCap: false }],
  ['a refused reply', {}, rejectedReply('missing'), { ...bad, atCap: false }],
  ['a refused call', {}, rejectedCall('tool_call_multiple'), { ...bad, atCap: false }],
  [
    'an object that does not fit',
    { kind: 'json' },
    outcomeOf({ state: 'error', ...turnFailed('schema_invalid') }),
    { ...bad, atCap: false },
  ],
  ['a made-up receipt', {}, rejectedReply('missing-receipt', 'rcpt_0123456789ab'), { ...critical, atCap: false }],
  ['a made-up file', {}, rejectedReply('missing-file', 'file_not_found'), { ...critical, atCap: false }],
  ['no receipt where one was needed', {}, rejectedReply('missing-receipt', 'turn'), { ...bad, atCap: false }],
  ['an ambiguous file', {}, rejectedReply('missing-file', 'path_ambiguous'), { ...bad, atCap: false }],
  ['abstained', {}, outcomeOf({ state: 'abstained' }), undefined],
  ['stopped', {}, outcomeOf({ state: 'stopped', stopHook: { type: 'conflict', code: null } }), undefined],
  ['a provider that failed', {}, outcomeOf({ state: 'error', ...turnFailed('provider_timeout') }), undefined],
  ['cancelled', {}, outcomeOf({ state: 'cancelled' }), undefined],
  ['raw', { kind: 'raw' }, outcomeOf(), undefined],
  ['in a conference', { kind: 'phase2', conferenceId: 'conf_1' }, rejectedReply('missing'), undefined],
  ['a step of a run', { kind: 'step', runId: 'run_1' }, rejectedReply('missing'), undefined],
])('the result of a turn is read: %s', (_, spec, outcome, expected) => {
  expect(tierResult(specOf(spec), outcome, usualPolicy)).toEqual(expected)
})

it('parts of the policy are changed, and what does not fit is named', () => {
  expect(changedPolicy(usualPolicy, { clampTurns: 5, caps: { toolActions: { ceiling: 12 } } })).toMatchObject({
    policy: { clampTurns: 5, caps: { toolActions: { offset: 2, ceiling: 12 }, safeSteps: usualCurves.safeSteps } },
  })
  expect(
    changedPolicy(usualPolicy, { clampTurns: 99, other: 1, caps: { toolActions: { growth: 0.5 }, x: {} } }),
  ).toEqual({ refused: ['caps.toolActions.growth', 'caps.x', 'clampTurns', 'other'] })
})

it('neither uses nor overwrites a policy that is not what it should be', async () => {
  const control = tempHome()
  mkdirSync(join(control, 'tiers'))
  writeFileSync(join(control, 'tiers', 'policy.json'), '{"windowSize":"x"}')
  await expect(policyStore(control).read()).rejects.toMatchObject({ name: 'StoreCorrupt' })
  await expect(policyStore(control).change(next => ({ next, result: null }))).rejects.toMatchObject({
    file: 'policy.json',
  })
  expect(readFileSync(join(control, 'tiers', 'policy.json'), 'utf8')).toBe('{"windowSize":"x"}')
})

it('a success never allows less: only failures lower a budget', async () => {
  const { room } = await openTestRoom()
  const parts = { ...room, db: room.db }
  const steps = () => room.tierSteps('critic', 'm')
  const add = (result: Partial<TierResult>) =>
    addResult(parts, {
      agentId: 'critic',
      model: 'm',
      source: 'external',
      result: { verified: true, failure: false, atCap: false, critical: false, ...result },
    })
  expect(await steps()).toBe(undefined)
  const fresh = budgetLimits({ conference: false }).steps
  let before = fresh
  for (let turn = 0; turn < 12; turn++) {
    await add({ atCap: turn % 2 === 0 })
    const now = (await steps()) ?? fresh
    expect(now).toBeGreaterThanOrEqual(before)
    before = now
  }
  await add({ verified: false, failure: true })
  expect(await steps()).toBeLessThan(before)
  let least = (await steps()) ?? 0
  for (let turn = 0; turn < 25; turn++) {
    await add({})
    const now = (await steps()) ?? 0
    expect(now).toBeGreaterThanOrEqual(least)
    least = now
  }
})
