import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  acceptedVerdict,
  contentVerdict,
  outcomeOf,
  rejectedCall,
  rejectedReply,
  specOf,
} from '../../../test/room/turn-outcomes.ts'
import { tempHome } from '../../../test/support/tempdir.ts'
import { agentStore, defaultRoster } from '../agents/registry.ts'
import { turnFailed } from '../protocol/rejection.ts'
import type { TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { awardOfTurn, creditObserver, giveAward, rewardResolved } from './awards.ts'
import { amounts, type CreditEvent, creditProfile, creditProfiles, creditStore, creditTier } from './store.ts'

const at = '2026-03-01T12:00:00.000Z'

async function openParts() {
  const control = tempHome()
  const agents = agentStore(control)
  await agents.change(() => ({ next: defaultRoster(at), result: null }))
  const file = join(control, 'credits', 'credits.json')
  return { control, agents, clock: () => Date.parse(at), bytes: () => readFileSync(file, 'utf8'), file }
}

it.each([
  ['evidence-verified', 1],
  ['evidence-precise', 2],
  ['failed-verification', -2],
  ['hallucination', -3],
  ['applied', 2],
  ['helpful', 2],
  ['commendation', 1],
  ['penalty', -1],
  ['resolved-issue', 2],
] as const)('%s is valued at %i', (reason, amount) => {
  expect(amounts[reason]).toBe(amount)
})

it.each<[string, Partial<TurnSpec>, TurnOutcome, string | undefined]>([
  ['a quote', {}, outcomeOf({ verdict: contentVerdict('exact', []) }), 'evidence-verified'],
  ['a quote in a section', {}, outcomeOf({ verdict: contentVerdict('exact', ['section']) }), 'evidence-verified'],
  [
    'a quote with its line, not exact',
    {},
    outcomeOf({ verdict: contentVerdict('normalized', ['line']) }),
    'evidence-verified',
  ],
  ['an exact quote with its line', {}, outcomeOf({ verdict: contentVerdict('exact', ['line']) }), 'evidence-precise'],
  ['a place', {}, outcomeOf({ verdict: acceptedVerdict('structural') }), undefined],
  ['an absence', {}, outcomeOf({ verdict: acceptedVerdict('absence') }), undefined],
  ['an access request', {}, outcomeOf({ verdict: acceptedVerdict('access') }), undefined],
  ['a quote that is not there', {}, rejectedReply('quote-not-found', 'absent'), 'failed-verification'],
  ['an absence that is none', {}, rejectedReply('absence-contradicted'), 'failed-verification'],
  ['a made-up receipt', {}, rejectedReply('missing-receipt', 'rcpt_0123456789ab'), 'hallucination'],
  ['a receipt that cannot be one', {}, rejectedReply('missing-receipt', 'malformed-id'), 'hallucination'],
  ['a made-up file', {}, rejectedReply('missing-file', 'file_not_found'), 'hallucination'],
  ['no receipt', {}, rejectedReply('missing-receipt', 'turn'), undefined],
  ['no evidence', {}, rejectedReply('missing'), undefined],
  ['a refused call', {}, rejectedCall('tool_call_multiple'), undefined],
  ['ABSTAIN', { kind: 'phase2' }, outcomeOf({ state: 'abstained' }), undefined],
  ['a stop', {}, outcomeOf({ state: 'stopped', stopHook: { type: 'conflict', code: null } }), undefined],
  ['a failure elsewhere', {}, outcomeOf({ state: 'error', ...turnFailed('provider_timeout') }), undefined],
  ['a raw turn', { kind: 'raw' }, outcomeOf({ verdict: contentVerdict('exact', ['line']) }), undefined],
])('%s is awarded what it is worth', (_, spec, outcome, reason) => {
  expect(awardOfTurn(specOf(spec), outcome)?.reason).toBe(reason)
})

it('a turn is awarded once, and the award names the turn', async () => {
  const parts = await openParts()
  const observe = creditObserver(parts)
  const spec = specOf()
  for (let n = 0; n < 3; n++) await observe(spec, outcomeOf({ verdict: contentVerdict('exact', ['line']) }))
  expect(await creditStore(parts.control).all()).toEqual([
    {
      id: 'crd-1',
      agentId: 'critic',
      amount: 2,
      reason: 'evidence-precise',
      verifiedBy: 'engine',
      timestamp: at,
      context: {
        trigger: 'turn',
        triggeredBy: 'engine',
        triggerRef: spec.turnId,
        outcome: 'accepted',
        outcomeRef: spec.sessionId,
      },
      relatedEntity: { type: 'turn', id: spec.turnId },
    },
  ])
})

it('the file of credits stays byte for byte as it is when an agent abstains', async () => {
  const parts = await openParts()
  const observe = creditObserver(parts)
  await observe(specOf(), outcomeOf({ verdict: contentVerdict('exact', []) }))
  const before = parts.bytes()
  await observe(specOf({ kind: 'phase2', surface: 'conference' }), outcomeOf({ state: 'abstained' }))
  expect(parts.bytes()).toBe(before)
})

it('awards of people are taken in the order they come', async () => {
  const parts = await openParts()
  await giveAward(parts, { agentId: 'critic', reason: 'helpful' }, 'user')
  const event = await giveAward(
    parts,
    {
      agentId: 'critic',
      reason: 'penalty',
      context: { triggerRef: 'turn_1' },
      relatedEntity: { type: 'turn', id: 'turn_1' },
    },
    'user',
  )
  expect(event).toMatchObject({ id: 'crd-2', amount: -1, verifiedBy: 'user', context: { triggeredBy: 'user' } })
})

it.each([
  ['an agent nobody knows', { agentId: 'nobody', verifiedBy: 'user' }, 'not_found'],
  ['themselves', { agentId: 'critic', verifiedBy: 'critic' }, 'self_award'],
  ['the engine in whose name nobody speaks', { agentId: 'critic', verifiedBy: 'engine' }, 'invalid_request'],
])('an award verified by or given to %s is refused', async (_, given, wire) => {
  const parts = await openParts()
  await expect(giveAward(parts, { ...given, reason: 'applied' }, 'user')).rejects.toMatchObject({ wire })
  expect(await creditStore(parts.control).all()).toEqual([])
})

it('an agent is rewarded once for an issue of its own that a person closed', async () => {
  const parts = await openParts()
  const issue = { id: 7, assignedTo: 'critic' }
  for (const who of ['critic', 'critic', 'a person', null])
    await rewardResolved(parts, { ...issue, assignedTo: who }, 'user')
  expect(await creditStore(parts.control).all()).toMatchObject([
    {
      agentId: 'critic',
      reason: 'resolved-issue',
      amount: 2,
      verifiedBy: 'user',
      relatedEntity: { type: 'issue', id: '7' },
    },
  ])
})

it.each([
  [0.951, 0.049, 'gold'],
  [0.95, 0.049, 'silver'],
  [0.96, 0.05, 'silver'],
  [0.851, 0.149, 'silver'],
  [0.85, 0.1, 'bronze'],
  [0.9, 0.15, 'bronze'],
  [0.701, 0.249, 'bronze'],
  [0.7, 0.1, 'none'],
  [0.8, 0.25, 'none'],
])('a verification rate of %f with penalties of %f is called %s', (verified, penalties, tier) => {
  expect(creditTier(verified, penalties)).toBe(tier)
})

function events(...reasons: CreditEvent['reason'][]): CreditEvent[] {
  return reasons.map((reason, n) => ({
    id: `crd-${n + 1}`,
    agentId: 'critic',
    amount: amounts[reason],
    reason,
    verifiedBy: 'engine',
    timestamp: at,
    context: { trigger: 'turn', triggeredBy: 'engine', triggerRef: '' },
    relatedEntity: { type: 'turn', id: '' },
  }))
}

it('the credits of an agent are summed up, and give no tier for less than ten events', () => {
  const nine = events(...Array.from({ length: 9 }, () => 'evidence-verified' as const))
  expect(creditProfile('critic', nine)).toMatchObject({ total: 9, events: 9, verificationRate: 1, tier: 'none' })
  const ten = [...nine, ...events('helpful')]
  expect(creditProfiles(ten)).toEqual([
    {
      agentId: 'critic',
      total: 11,
      events: 10,
      byReason: { 'evidence-verified': { count: 9, amount: 9 }, helpful: { count: 1, amount: 2 } },
      verificationRate: 1,
      penaltyRate: 0,
      tier: 'gold',
    },
  ])
  const mixed = events('hallucination', ...Array.from({ length: 9 }, () => 'evidence-precise' as const))
  expect(creditProfile('critic', mixed)).toMatchObject({
    total: 15,
    verificationRate: 0.9,
    penaltyRate: 0.1,
    tier: 'silver',
  })
  expect(creditProfile('writer', mixed)).toMatchObject({ total: 0, events: 0, verificationRate: 0, tier: 'none' })
})

it('neither reads nor overwrites a file that is not what it should be', async () => {
  const parts = await openParts()
  mkdirSync(join(parts.control, 'credits'))
  writeFileSync(parts.file, '{"version":1,"events":[{"id":1}]}')
  await expect(creditStore(parts.control).all()).rejects.toMatchObject({ file: 'credits.json' })
  await expect(giveAward(parts, { agentId: 'critic', reason: 'helpful' }, 'user')).rejects.toMatchObject({
    name: 'StoreCorrupt',
  })
  expect(parts.bytes()).toBe('{"version":1,"events":[{"id":1}]}')
})
