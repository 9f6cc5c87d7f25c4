import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRoster } from '../agents/registry.ts'
import { TurnState } from '../schema.ts'
import { attendeeCards, withAttendee, withChief, withMuted } from './attendees.ts'
import { newRound } from './round.ts'
import type { Conference, Round, RoundTurn } from './schema.ts'

const registry = defaultRoster('t')
const conference: Conference = ['critic', 'writer'].reduce<Conference>(
  (each, id) => withAttendee(each, id, 't'),
  withChief(
    {
      v: 1,
      id: 'conf_0123456789abcdef',
      projectId: 'p',
      agenda: '',
      state: 'open',
      chiefId: 'chief',
      attendees: [],
      roundCount: 1,
      activeRoundId: null,
      createdAt: 't',
      updatedAt: 't',
    },
    'chief',
    't',
  ),
)
const fresh = newRound({
  roundId: 'r',
  number: 1,
  drive: 'server',
  chiefId: 'chief',
  prompt: '',
  turnId: 't1',
  now: 't',
})

function turn(agentId: string, state: RoundTurn['state'], stopHook?: RoundTurn['stopHook']): RoundTurn {
  const about = { turnId: `turn-${agentId}`, agentId, name: agentId, role: 'critic', attempts: 1, startedAt: 't' }
  return { ...about, state, endedAt: '2026-01-01T10:00:00.000Z', ...(stopHook && { stopHook }) }
}

function cardOf(agentId: string, round?: Round, from = conference, waiting?: { turnId: string; position: number }) {
  return attendeeCards(from, registry, round, waiting).find(card => card.agentId === agentId)
}

const withTurns = (...turns: RoundTurn[]): Round => ({ ...fresh, turns })

describe('the card of an agent', () => {
  it.each<[RoundTurn['state'], RoundTurn['stopHook'], object]>([
    ['running', undefined, { subtitle: 'Responding', tone: 'default', mark: 'spinner' }],
    [
      'accepted',
      undefined,
      {
        subtitle: 'Responded',
        tone: 'default',
        mark: 'check',
        tooltip: 'Replied on 1 January 2026, 10:00 UTC.',
        repliedAt: '2026-01-01T10:00:00.000Z',
      },
    ],
    [
      'abstained',
      undefined,
      { subtitle: 'Abstained', tone: 'yellow', tooltip: 'This agent had nothing to add from their role this round.' },
    ],
    [
      'rejected',
      { type: 'grounding_required', code: 'quote-not-found' },
      { subtitle: 'Rejected', tone: 'orange', tooltip: 'The quote is not in the cited file.' },
    ],
    [
      'rejected',
      { type: 'tool_call_rejected', code: 'new_code' },
      { tooltip: 'The tool call was rejected: new_code.' },
    ],
    [
      'stopped',
      { type: 'conflict', code: null, detail: 'secret' },
      { subtitle: 'Error', tone: 'orange', tooltip: 'The agent stopped: it met a conflict.' },
    ],
    [
      'error',
      { type: 'error', code: 'interrupted' },
      { subtitle: 'Error', tone: 'orange', tooltip: 'The program ended in the middle of the turn.' },
    ],
    ['cancelled', undefined, { subtitle: 'Participant', tone: 'default' }],
    ['skipped', undefined, { subtitle: 'Participant', tone: 'default' }],
  ])('the card of an agent of a turn that is %s', (state, stopHook, card) => {
    expect(cardOf('critic', withTurns(turn('critic', state, stopHook)))).toMatchObject(card)
  })

  it('the card of an agent says Participant before the first turn and in a new round', () => {
    expect(cardOf('critic')).toEqual({
      agentId: 'critic',
      name: 'Critic',
      role: 'Critic',
      chief: false,
      muted: false,
      subtitle: 'Participant',
      tone: 'default',
    })
    expect(cardOf('critic', fresh)).toMatchObject({ subtitle: 'Participant' })
  })

  it('the card of an agent shows its position in the queue while it waits', () => {
    const round = withTurns(turn('critic', 'running'))
    const waiting = { turnId: 'turn-critic', position: 3 }
    expect(cardOf('critic', round, conference, waiting)?.tooltip).toBe('Position 3 in the queue.')
    expect(cardOf('critic', round, conference, { ...waiting, turnId: 'other' })?.tooltip).toBeUndefined()
  })

  it('the card of an agent is Moderator for the Chief whatever happens, with the rest as a badge', () => {
    expect(cardOf('chief')).toMatchObject({
      subtitle: 'Moderator',
      tone: 'green',
      tooltip: 'Chief of Staff: runs the tools and moderates.',
    })
    expect(cardOf('chief')).not.toHaveProperty('badge')
    expect(cardOf('chief', withTurns(turn('chief', 'abstained')))).toMatchObject({
      badge: { label: 'Abstained', tone: 'yellow' },
    })
    const failed: Round = {
      ...withTurns(turn('chief', 'accepted')),
      phase1: {
        ...fresh.phase1,
        state: 'rejected',
        stopHook: { type: 'tool_call_rejected', code: 'tool_call_multiple' },
      },
    }
    expect(cardOf('chief', failed)).toMatchObject({
      subtitle: 'Moderator',
      badge: { label: 'Rejected', tone: 'orange' },
    })
  })

  it('the card of an agent takes the newest turn of an agent that was interrupted', () => {
    const first = turn('critic', 'error', { type: 'error', code: 'interrupted' })
    expect(cardOf('critic', withTurns(first, turn('critic', 'accepted')))).toMatchObject({ subtitle: 'Responded' })
  })

  it('the card of an agent is Muted before all else, for everybody but the Chief, in any state', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TurnState.options), state => {
        const round = withTurns(turn('critic', state), turn('chief', state))
        expect(cardOf('critic', round, withMuted(conference, 'critic', true, 't'))).toMatchObject({
          subtitle: 'Muted',
          tone: 'red',
          tooltip: 'Muted: skipped in rounds.',
        })
        expect(cardOf('chief', round)).toMatchObject({ subtitle: 'Moderator', tone: 'green' })
      }),
    )
  })

  it('the card of an agent is in the order in which agents speak: the Chief, then the roster', () => {
    expect(attendeeCards(conference, registry).map(({ agentId }) => agentId)).toEqual(['chief', 'writer', 'critic'])
  })
})
