import { type Agent, chiefs, type Registry } from '../agents/registry.ts'
import { notFound, roomFault } from '../faults.ts'
import type { Conference } from './schema.ts'

/** Who leads; refused unless it is exactly one. */
export function requireChief(registry: Registry): Agent {
  const found = chiefs(registry)
  const [chief] = found
  if (!chief || found.length !== 1) throw roomFault('chief_required', { count: found.length })
  return chief
}

export function knownAgent({ agents }: Registry, agentId: string): Agent {
  const agent = agents.find(({ id }) => id === agentId)
  if (!agent) throw notFound('agent', { agentId })
  if (!agent.enabled) throw roomFault('agent_disabled', { agentId })
  return agent
}

/** Takes part from the next turn on that has not begun; whoever is there already stays as they are. */
export function withAttendee(conference: Conference, agentId: string, now: string): Conference {
  if (conference.attendees.some(each => each.agentId === agentId)) return conference
  const attendees = [...conference.attendees, { agentId, muted: false, invitedAt: now }]
  return { ...conference, attendees, updatedAt: now }
}

/** The Chief of today: joins unmuted, and whoever led before stays as a participant. */
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
