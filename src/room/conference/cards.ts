import { z } from 'zod'
import type { Registry } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import { inOrder } from './attendees.ts'
import { reasonInWords } from './reason-words.ts'
import type { Attendee, Conference, Round, RoundTurn } from './schema.ts'

const Tone = z.enum(['default', 'green', 'yellow', 'orange', 'red'])

export const AttendeeCard = z.object({
  agentId: z.string(),
  name: z.string(),
  /** As people read it. */
  role: z.string(),
  chief: z.boolean(),
  muted: z.boolean(),
  subtitle: z.string(),
  tone: Tone,
  mark: z.exactOptional(z.enum(['spinner', 'check'])),
  /** What else is true of the Chief, who stays Moderator. */
  badge: z.exactOptional(z.object({ label: z.string(), tone: Tone })),
  tooltip: z.exactOptional(z.string()),
  /** The instant of the reply that the tooltip names. */
  repliedAt: z.exactOptional(z.string()),
})
export type AttendeeCard = z.output<typeof AttendeeCard>

/** The card of each attendee, as a function of the conference, its roster and the round it shows. */
export function attendeeCards(
  conference: Conference,
  registry: Pick<Registry, 'agents'>,
  round?: Round,
  waiting?: { turnId: string; position: number },
): AttendeeCard[] {
  return inOrder(conference, registry, conference.chiefId).map(attendee => {
    const agent = registry.agents.find(({ id }) => id === attendee.agentId)
    const who = {
      agentId: attendee.agentId,
      name: agent?.name ?? attendee.agentId,
      role: agent ? roleNamed(agent.role).label : '',
      chief: attendee.agentId === conference.chiefId,
      muted: attendee.muted,
    }
    return { ...who, ...cardState(attendee, who.chief, round && roundCardState(round, attendee.agentId, waiting)) }
  })
}

type CardState = Omit<AttendeeCard, 'agentId' | 'name' | 'role' | 'chief' | 'muted'>

function cardState({ muted }: Attendee, chief: boolean, inRound: CardState = participant): CardState {
  if (chief) {
    const { subtitle: label, tone, tooltip, repliedAt } = inRound
    const badge = inRound === participant ? {} : { badge: { label, tone } }
    return {
      subtitle: 'Moderator',
      tone: 'green',
      tooltip: [moderates, ...(tooltip === undefined ? [] : [tooltip])].join(' '),
      ...(repliedAt !== undefined && { repliedAt }),
      ...badge,
    }
  }
  return muted ? { subtitle: 'Muted', tone: 'red', tooltip: 'Muted: skipped in rounds.' } : inRound
}

const moderates = 'Chief of Staff: runs the tools and moderates.'
const participant: CardState = { subtitle: 'Participant', tone: 'default' }

/** Of all that is true of an agent in this round, what comes first in the order of precedence. */
function roundCardState(round: Round, agentId: string, waiting?: { turnId: string; position: number }): CardState {
  const last = round.turns.findLast(turn => turn.agentId === agentId)
  const turns = [...(agentId === round.chiefId ? [round.phase1] : []), ...(last ? [last] : [])]
  const states = turns.flatMap(turn => turnCardState(turn, turn === round.phase1, waiting) ?? [])
  return precedence.flatMap(subtitle => states.filter(state => state.subtitle === subtitle))[0] ?? participant
}

const precedence = ['Error', 'Rejected', 'Abstained', 'Responded', 'Responding']

type Shown = Pick<RoundTurn, 'turnId' | 'state' | 'stopHook'> & { endedAt?: string | undefined }

function turnCardState(
  turn: Shown,
  gathers: boolean,
  waiting?: { turnId: string; position: number },
): CardState | undefined {
  const { state, stopHook, endedAt } = turn
  if (state === 'error' || state === 'stopped')
    return { subtitle: 'Error', tone: 'orange', tooltip: reasonInWords(stopHook) }
  if (state === 'rejected') return { subtitle: 'Rejected', tone: 'orange', tooltip: reasonInWords(stopHook) }
  if (state === 'abstained') return { subtitle: 'Abstained', tone: 'yellow', tooltip: nothingToAdd }
  if (state === 'accepted' && !gathers)
    return {
      subtitle: 'Responded',
      tone: 'default',
      mark: 'check',
      ...(endedAt && { tooltip: replied(endedAt), repliedAt: endedAt }),
    }
  if (state !== 'running') return undefined
  const queued = waiting?.turnId === turn.turnId && { tooltip: `Position ${waiting.position} in the queue.` }
  return { subtitle: 'Responding', tone: 'default', mark: 'spinner', ...queued }
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const),
})

/** `Replied on 1 January 2026, 10:00 UTC.` */
function replied(instant: string): string {
  const { day, month, year, hour, minute } = Object.fromEntries(
    inWords.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  return `Replied on ${day} ${month} ${year}, ${hour}:${minute} UTC.`
}

const nothingToAdd = 'This agent had nothing to add from their role this round.'
