import type { NewNotification } from './notification.ts'

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
    message: `Round ${round.number} of ${round.conferenceId} is closed and kept as issue #${round.issueId}.`,
    source: 'conference',
    actionLabel: 'Open round',
    actionPayload: { kind: 'openRound', id: round.roundId },
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
export type RequestedEvent = (typeof requestedEvents)[number]

const sentences: { readonly [event in RequestedEvent]: string } = {
  start: 'a turn has begun',
  question: 'a turn waits for a person',
  conflict: 'a turn met a conflict',
  completion: 'a turn was accepted',
  error: 'a turn failed',
}
