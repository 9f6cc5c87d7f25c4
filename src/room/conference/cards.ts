import type { Registry } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import { inOrder } from './attendees.ts'
import { reasonInWords } from './reason-words.ts'
import type { Attendee, Conference, Round, RoundTurn } from './schema.ts'

export const tones = ['default', 'green', 'yellow', 'orange', 'red'] as const
export const marks = ['spinner', 'check'] as const

export interface Card {
  agentId: string
  name: string
  /** As people read it. */
  role: string
  chief: boolean
  muted: boolean
  subtitle: string
  tone: (typeof tones)[number]
  mark?: (typeof marks)[number]
  /** What else is true of the Chief, who stays Moderator. */
  badge?: { label: string; tone: (typeof tones)[number] }
  tooltip?: string
  /** The instant of the reply that the tooltip tells in words. */
  repliedAt?: string
}

/** How everybody stands, as a function of the conference, its roster and the round it shows. */
export function cardsOf(
  conference: Conference,
  registry: Pick<Registry, 'agents'>,
  round?: Round,
  waiting?: { turnId: string; position: number },
): Card[] {
  return inOrder(conference, registry, conference.chiefId).map(attendee => {
    const agent = registry.agents.find(({ id }) => id === attendee.agentId)
    const who = {
      agentId: attendee.agentId,
      name: agent?.name ?? attendee.agentId,
      role: agent ? roleNamed(agent.role).label : '',
      chief: attendee.agentId === conference.chiefId,
      muted: attendee.muted,
    }
    return { ...who, ...faceOf(attendee, who.chief, round && standing(round, attendee.agentId, waiting)) }
  })
}

type Face = Omit<Card, 'agentId' | 'name' | 'role' | 'chief' | 'muted'>

function faceOf({ muted }: Attendee, chief: boolean, standing: Face = participant): Face {
  if (chief) {
    const { subtitle: label, tone, tooltip, repliedAt } = standing
    const badge = standing === participant ? {} : { badge: { label, tone } }
    return {
      subtitle: 'Moderator',
      tone: 'green',
      tooltip: [moderates, ...(tooltip === undefined ? [] : [tooltip])].join(' '),
      ...(repliedAt !== undefined && { repliedAt }),
      ...badge,
    }
  }
  return muted ? { subtitle: 'Muted', tone: 'red', tooltip: 'Muted: skipped in rounds.' } : standing
}

const moderates = 'Chief of Staff: runs the tools and moderates.'
const participant: Face = { subtitle: 'Participant', tone: 'default' }

/** Of all that is true of an agent in this round, what comes first in the order of precedence. */
function standing(round: Round, agentId: string, waiting?: { turnId: string; position: number }): Face {
  const last = round.turns.findLast(turn => turn.agentId === agentId)
  const turns = [...(agentId === round.chiefId ? [round.phase1] : []), ...(last ? [last] : [])]
  const faces = turns.flatMap(turn => faceFor(turn, turn === round.phase1, waiting) ?? [])
  return precedence.flatMap(subtitle => faces.filter(face => face.subtitle === subtitle))[0] ?? participant
}

const precedence = ['Error', 'Rejected', 'Abstained', 'Responded', 'Responding']

type Shown = Pick<RoundTurn, 'turnId' | 'state' | 'stopHook'> & { endedAt?: string | undefined }

function faceFor(turn: Shown, gathers: boolean, waiting?: { turnId: string; position: number }): Face | undefined {
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
