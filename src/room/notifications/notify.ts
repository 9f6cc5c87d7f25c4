import { type Agent, enabledChiefs } from '../agents/registry.ts'
import { roleKey } from '../agents/roles.ts'
import type { Room } from '../room.ts'
import type { TurnObserver, TurnOutcome, TurnSpec } from '../turns/turn.ts'
import { lastAnswers } from '../turns/turn-rows.ts'
import { type NewNotification, type Notification, notificationStore } from './store.ts'

type Parts = Pick<Room, 'project' | 'home' | 'clock' | 'log'>

/** Files a notification about this project. Never fails: the work it is about matters more. */
export async function notify(parts: Parts, notice: NewNotification): Promise<Notification | undefined> {
  try {
    return await notificationStore(parts.home).add({ projectId: parts.project, ...notice }, parts.clock())
  } catch (error) {
    parts.log(`room notifications: not filed (${error instanceof Error ? error.name : 'unknown'})`)
    return undefined
  }
}

/** Notifies about a turn if the settings of the agent's role ask for this event. */
export async function notifyIfRequested(
  parts: Parts & Pick<Room, 'agents'>,
  event: RequestedEvent,
  { agent, turnId }: { agent: Agent; turnId: string },
): Promise<void> {
  const { roleSettings } = await parts.agents.read()
  const settings = roleSettings.find(({ role }) => roleKey(role) === roleKey(agent.role))
  if (settings?.notifyUserOn?.includes(event)) await notify(parts, notices.requested(event, agent.id, turnId))
}

/** Notifies if the room does not have exactly one Chief. */
export async function notifyUnlessOneChief(parts: Parts & Pick<Room, 'agents'>): Promise<void> {
  const count = enabledChiefs(await parts.agents.read()).length
  if (count !== 1) await notify(parts, notices.chiefMissing(count))
}

/** Notifies people about the turns they should know of. */
export function notificationObserver(parts: Parts & Pick<Room, 'db' | 'agents'>): TurnObserver {
  const ended = async (spec: TurnSpec, outcome: TurnOutcome) => {
    const { agent, turnId } = spec
    if (outcome.state === 'rejected' && (await wasRejectedBefore(parts, agent.id)))
      await notify(parts, notices.rejectedTwice(agent.id))
    if (outcome.stopHook?.code === 'provider_unreachable') {
      await notify(parts, notices.providerUnreachable(agent.id, outcome.provider))
    }
    const event = requestedEvent(outcome)
    if (event) await notifyIfRequested(parts, event, { agent, turnId })
  }
  return Object.assign(ended, { begun: (spec: TurnSpec) => notifyIfRequested(parts, 'start', spec) })
}

/** Whether the last two turns of the agent that got an answer were rejected, in any process. */
async function wasRejectedBefore({ db, project }: Pick<Room, 'db' | 'project'>, agentId: string): Promise<boolean> {
  const [last, before] = await db.read(tx => lastAnswers(tx, project, agentId, 2))
  return last === 'rejected' && before === 'rejected'
}

/** The event of `notifyUserOn` that the end of a turn counts as. */
export function requestedEvent({ state, stopHook }: TurnOutcome): RequestedEvent | undefined {
  if (state === 'accepted') return 'completion'
  if (state === 'rejected' || state === 'error') return 'error'
  if (state !== 'stopped') return undefined
  if (stopHook?.type === 'conflict' || stopHook?.type === 'error') return stopHook.type
  return 'question'
}

/** All notifications of the room, in fixed words and ids. */
export const notices = {
  auditFailed: (sessionId?: string): NewNotification => ({
    level: 'error',
    category: 'blocking',
    message: sessionId ? `The audit of ${sessionId} does not verify.` : 'The audit does not verify.',
    source: 'audit',
    persistent: true,
    dedupeKey: `audit:${sessionId ?? ''}`,
  }),
  roundClosed: (round: {
    conferenceId: string
    number: number
    roundId: string
    issueId: number
  }): NewNotification => ({
    level: 'success',
    message: `Round ${round.number} of a conference is closed and kept as issue #${round.issueId}.`,
    source: 'conference',
    actionLabel: 'Open round',
    actionPayload: { kind: 'openRound', id: round.roundId, conference: round.conferenceId },
    dedupeKey: `round:${round.roundId}`,
  }),
  rejectedTwice: (agentId: string): NewNotification => ({
    level: 'warning',
    category: 'attention',
    message: `Two turns of agent ${agentId} in a row were rejected.`,
    source: 'turns',
    dedupeKey: `rejected:${agentId}`,
  }),
  runFailed: (runId: string): NewNotification => ({
    level: 'error',
    scope: 'jobs',
    category: 'attention',
    message: `Run ${runId} failed.`,
    source: 'runs',
    actionLabel: 'Open run',
    actionPayload: { kind: 'openRun', id: runId },
    dedupeKey: `run:${runId}`,
  }),
  canonStale: (count: number): NewNotification => ({
    level: 'info',
    scope: 'jobs',
    message: `The canon index is out of date: ${count} ${count === 1 ? 'card has' : 'cards have'} changed.`,
    source: 'canon',
    actionLabel: 'Open canon',
    actionPayload: { kind: 'openCanon', id: 'index' },
    dedupeKey: 'canon-stale',
  }),
  providerUnreachable: (agentId: string, provider: string): NewNotification => ({
    level: 'error',
    category: 'attention',
    message: `Agent ${agentId} cannot reach its provider ${provider}.`,
    source: 'providers',
    dedupeKey: `provider:${agentId}`,
  }),
  chiefMissing: (count: number): NewNotification => ({
    level: 'warning',
    category: 'blocking',
    message: `The room needs exactly one enabled Chief and has ${count}.`,
    source: 'agents',
    dedupeKey: 'chief',
  }),
  issueFrozen: (issueId: number): NewNotification => ({
    level: 'warning',
    category: 'attention',
    message: `Issue #${issueId} is frozen for 30 minutes: agents comment on it without a person.`,
    source: 'issues',
    actionLabel: 'Open issue',
    actionPayload: { kind: 'openIssue', id: String(issueId) },
    dedupeKey: `frozen:${issueId}`,
  }),
  requested: (event: RequestedEvent, agentId: string, turnId: string): NewNotification => ({
    level: event === 'error' ? 'error' : event === 'completion' ? 'success' : 'info',
    category: event === 'question' || event === 'conflict' ? 'attention' : 'info',
    message: `Agent ${agentId}: ${sentences[event]} (${turnId})`,
    source: 'turns',
    dedupeKey: `wished:${event}:${turnId}`,
  }),
} as const

export const requestedEvents = ['start', 'question', 'conflict', 'completion', 'error'] as const
type RequestedEvent = (typeof requestedEvents)[number]

const sentences: { readonly [event in RequestedEvent]: string } = {
  start: 'a turn has begun',
  question: 'a turn waits for a person',
  conflict: 'a turn met a conflict',
  completion: 'a turn was accepted',
  error: 'a turn failed',
}
