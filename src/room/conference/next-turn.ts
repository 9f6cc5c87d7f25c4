import type { Agent, Registry } from '../agents/registry.ts'
import { wasInterrupted } from './round.ts'
import type { Attendee, Conference, Round } from './schema.ts'

/** The Chief first, then everybody in the order of the roster; whoever left the roster comes last, as invited. */
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
