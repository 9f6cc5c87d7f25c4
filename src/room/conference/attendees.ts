import { type Agent, chiefs, type Registry } from '../agents/registry.ts'
import { notFound, roomFault } from '../faults.ts'
import { wasInterrupted } from './round.ts'
import type { Attendee, Conference, Round } from './schema.ts'

/** Who leads; refused unless it is exactly one. */
export function requireChief(registry: Registry): Agent {
  const found = chiefs(registry)
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
export function inOrder(
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

/** Whose turn it is in phase 2; undefined when all have had theirs. Looked up anew before every turn. */
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
