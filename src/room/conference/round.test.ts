import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enabledAgent } from '../agents/edit-agents.ts'
import { defaultRoster } from '../agents/registry.ts'
import { nextTurn, requireChief, withAttendee, withChief, withMuted, withoutAttendee } from './attendees.ts'
import { leftTraces, moveTo, newRound, resumedIn } from './round.ts'
import { type Conference, isOver, mayMove, type Round, type RoundState, roundStates } from './schema.ts'

const fresh = newRound({
  roundId: 'r',
  number: 1,
  drive: 'server',
  chiefId: 'chief',
  prompt: '',
  turnId: 't1',
  now: 't',
})
const registry = defaultRoster('t')
const base: Conference = {
  v: 1,
  id: 'conf_0123456789abcdef',
  projectId: 'p',
  agenda: '',
  state: 'open',
  chiefId: 'chief',
  attendees: [{ agentId: 'chief', muted: false, invitedAt: 't' }],
  roundCount: 0,
  activeRoundId: null,
  createdAt: 't',
  updatedAt: 't',
}

it('the states of a round lead from created through both phases to closed', () => {
  const way: RoundState[] = ['phase1', 'phase2', 'closing', 'closed']
  expect(way.reduce<Round>((round, to) => moveTo(round, to), fresh).state).toBe('closed')
})

it('the states of a round let every round that is not over be cancelled, and none that is', () => {
  for (const state of roundStates) {
    expect(mayMove(state, 'canceling')).toBe(!isOver(state) && state !== 'canceling')
  }
  expect(roundStates.filter(isOver)).toEqual(['closed', 'cancelled'])
})

it('the states of a round never leave the end, whatever is asked', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...roundStates), { maxLength: 12 }), asked => {
      let round = fresh
      for (const to of asked) {
        const before = round.state
        try {
          round = moveTo(round, to)
        } catch (error) {
          expect(error).toMatchObject({ wire: 'round_state', details: { state: before } })
        }
        if (isOver(before)) expect(round.state).toBe(before)
      }
    }),
  )
})

it('the states of a round remember where an interruption was, and where to go on', () => {
  const gathered = { ...fresh.phase1, state: 'error' as const, stopHook: { type: 'error', code: 'interrupted' } }
  const inPhase1: Round = { ...fresh, state: 'phase1', phase1: gathered }
  expect(resumedIn(moveTo(inPhase1, 'interrupted'))).toBe('phase1')
  const brought = { ...inPhase1, phase1: { ...gathered, receiptIds: ['rcpt_1'] } }
  expect(resumedIn(moveTo(brought, 'interrupted'))).toBe('phase2')
  expect(moveTo(moveTo({ ...fresh, state: 'phase2' }, 'interrupted'), 'phase2')).not.toHaveProperty('interruptedIn')
})

it('the states of a round leave traces with a receipt or a message, and not with an abstention', () => {
  const turn = { turnId: 't', agentId: 'a', name: 'A', role: 'r', attempts: 1, startedAt: 't' }
  expect(leftTraces(fresh)).toBe(false)
  expect(leftTraces({ ...fresh, turns: [{ ...turn, state: 'abstained' }] })).toBe(false)
  expect(leftTraces({ ...fresh, turns: [{ ...turn, state: 'accepted' }] })).toBe(true)
  expect(leftTraces({ ...fresh, phase1: { ...fresh.phase1, receiptIds: ['rcpt_1'] } })).toBe(true)
})

it('a conference is led by exactly one Chief', () => {
  expect(requireChief(registry).id).toBe('chief')
  const nobody = { ...registry, agents: registry.agents.filter(({ id }) => id !== 'chief') }
  expect(() => requireChief(nobody)).toThrow(expect.objectContaining({ wire: 'chief_required', details: { count: 0 } }))
})

it('an attendee is a known, enabled agent and is invited once', () => {
  const off = { ...registry, agents: registry.agents.map(each => ({ ...each, enabled: each.id !== 'critic' })) }
  expect(() => enabledAgent(off, 'critic')).toThrow(expect.objectContaining({ wire: 'agent_disabled' }))
  expect(() => enabledAgent(registry, 'nobody')).toThrow(expect.objectContaining({ wire: 'not_found' }))
  const once = withAttendee(base, 'critic', 't')
  expect(withAttendee(once, 'critic', 'later')).toBe(once)
})

it('an attendee may be muted and removed, except the current Chief', () => {
  const both = withAttendee(base, 'critic', 't')
  for (const change of [
    (of: Conference, id: string) => withMuted(of, id, true, 't'),
    (of: Conference, id: string) => withoutAttendee(of, id, 't'),
  ]) {
    expect(() => change(both, 'chief')).toThrow(expect.objectContaining({ wire: 'chief_locked' }))
    expect(() => change(both, 'writer')).toThrow(expect.objectContaining({ wire: 'not_found' }))
    expect(() => change(withChief(both, 'critic', 't'), 'chief')).not.toThrow()
  }
})

describe('whose turn it is', () => {
  const conference = ['continuity', 'critic', 'writer'].reduce((each, id) => withAttendee(each, id, 't'), base)
  const had = (...ids: string[]): Round => ({
    ...fresh,
    state: 'phase2',
    turns: ids.map(agentId => ({
      turnId: agentId,
      agentId,
      name: agentId,
      role: '',
      state: 'accepted',
      attempts: 1,
      startedAt: 't',
    })),
  })

  it('the next turn is the Chief’s, then the others’ in the order of the roster', () => {
    const order: string[] = []
    for (;;) {
      const next = nextTurn(conference, registry, had(...order))
      if (next?.do !== 'run') break
      order.push(next.agent.id)
    }
    expect(order).toEqual(['chief', 'writer', 'critic', 'continuity'])
  })

  it('the next turn skips muted agents, repeats interrupted ones and fails for agents that were disabled or removed', () => {
    const muted = withMuted(conference, 'writer', true, 't')
    expect(nextTurn(muted, registry, had('chief'))).toMatchObject({ do: 'skip', agent: { id: 'writer' } })
    const cut = {
      ...had('chief'),
      turns: had('chief').turns.map(turn => ({
        ...turn,
        state: 'error' as const,
        stopHook: { type: 'error', code: 'interrupted' },
      })),
    }
    expect(nextTurn(conference, registry, cut)).toMatchObject({ do: 'run', agent: { id: 'chief' } })
    const off = { ...registry, agents: registry.agents.map(each => ({ ...each, enabled: each.id !== 'writer' })) }
    expect(nextTurn(conference, off, had('chief'))).toEqual({ do: 'fail', agentId: 'writer', code: 'agent_disabled' })
    const gone = { ...registry, agents: registry.agents.filter(({ id }) => id !== 'critic') }
    expect(nextTurn(conference, gone, had('chief', 'writer', 'continuity'))).toEqual({
      do: 'fail',
      agentId: 'critic',
      code: 'agent_missing',
    })
  })
})
