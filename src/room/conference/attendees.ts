import { z } from 'zod'
import { type Agent, enabledChiefs, type Registry } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import { notFound, roomFault } from '../faults.ts'
import { reasonInWords } from './reason-words.ts'
import { wasInterrupted } from './round.ts'
import type { Attendee, Conference, Round, RoundTurn } from './schema.ts'

/** Who leads; refused unless it is exactly one. */
export function requireChief(registry: Registry): Agent {
  const found = enabledChiefs(registry)
  const [chief] = found
  if (!chief || found.length !== 1) throw roomFault('chief_required', { count: found.length })
  return chief
}

/** Takes part from the next turn on that has not begun; an agent that is there already stays as it is. */
export function withAttendee(conference: Conference, agentId: string, now: string): Conference {
  if (conference.attendees.some(each => each.agentId === agentId)) return conference
  const attendees = [...conference.attendees, { agentId, muted: false, invitedAt: now }]
  return { ...conference, attendees, updatedAt: now }
}

/** The Chief of today: joins unmuted, and the Chief before it stays as a participant. */
export function withChief(conference: Conference, chiefId: string, now: string): Conference {
  const joined = withAttendee(conference, chiefId, now)
  const attendees = joined.attendees.map(each => (each.agentId === chiefId ? { ...each, muted: false } : each))
  return { ...joined, attendees, chiefId, updatedAt: now }
}

export function withMuted(conference: Conference, agentId: string, muted: boolean, now: string): Conference {
  requireMovable(conference, agentId)
  const attendees = conference.attendees.map(each => (each.agentId === agentId ? { ...each, muted } : each))
  return { ...conference, attendees, updatedAt: now }
}

export function withoutAttendee(conference: Conference, agentId: string, now: string): Conference {
  requireMovable(conference, agentId)
  const attendees = conference.attendees.filter(each => each.agentId !== agentId)
  return { ...conference, attendees, updatedAt: now }
}

function requireMovable({ attendees, chiefId }: Conference, agentId: string): void {
  if (!attendees.some(each => each.agentId === agentId)) throw notFound('attendee', { agentId })
  if (agentId === chiefId) throw roomFault('chief_locked', { agentId })
}

/** The Chief first, then the others in the order of the roster; agents that left the roster come last, as invited. */
function inOrder(
  { attendees }: Pick<Conference, 'attendees'>,
  { agents }: Pick<Registry, 'agents'>,
  chiefId: string,
): Attendee[] {
  const rank = ({ agentId }: Attendee) => {
    if (agentId === chiefId) return -1
    const at = agents.findIndex(({ id }) => id === agentId)
    return at < 0 ? agents.length : at
  }
  return attendees
    .map((attendee, order) => ({ attendee, order }))
    .sort((a, b) => rank(a.attendee) - rank(b.attendee) || a.order - b.order)
    .map(({ attendee }) => attendee)
}

export type NextTurn =
  | { do: 'run'; agent: Agent }
  | { do: 'skip'; agent: Agent }
  /** Switched off or removed since it was invited. */
  | { do: 'fail'; agentId: string; code: 'agent_disabled' | 'agent_missing' }

/** Whose turn it is in phase 2; undefined when all have had theirs. Looked up again before every turn. */
export function nextTurn(conference: Conference, registry: Registry, round: Round): NextTurn | undefined {
  const had = new Set(round.turns.filter(turn => !wasInterrupted(turn)).map(({ agentId }) => agentId))
  const next = inOrder(conference, registry, round.chiefId).find(({ agentId }) => !had.has(agentId))
  if (!next) return undefined
  const { agentId, muted } = next
  const agent = registry.agents.find(({ id }) => id === agentId)
  if (!agent) return { do: 'fail', agentId, code: 'agent_missing' }
  if (muted && agentId !== round.chiefId) return { do: 'skip', agent }
  return agent.enabled ? { do: 'run', agent } : { do: 'fail', agentId, code: 'agent_disabled' }
}

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

/** The state with the highest precedence of all that apply to an agent in this round. */
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
      ...(endedAt && { tooltip: replyDateText(endedAt), repliedAt: endedAt }),
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
function replyDateText(instant: string): string {
  const { day, month, year, hour, minute } = Object.fromEntries(
    inWords.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  return `Replied on ${day} ${month} ${year}, ${hour}:${minute} UTC.`
}

const nothingToAdd = 'This agent had nothing to add from their role this round.'
