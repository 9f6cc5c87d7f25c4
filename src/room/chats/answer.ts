import type { z } from 'zod'
import { withoutUndefined } from '../../kernel/json.ts'
import type { ChatAnswer, ChatExchange } from '../schema.ts'
import type { TurnOutcome } from '../turns/turn.ts'
import type { Begun, ChatTurn, Ended } from './chat.ts'

/** The same answer whenever it is asked for; of a turn that has not ended, where it is. */
export function answerOf({ begun, ended }: AnsweredTurn, waiting: 'queued' | 'running' = 'running'): ChatAnswer {
  const { sessionId, turnId, agentId, kind, memoryId, repLevel, escalated } = begun
  const { budget, stopHook } = ended ?? {}
  return {
    role: 'assistant',
    content: ended?.content ?? '',
    sessionId,
    turnId,
    agentId,
    kind,
    state: ended?.state ?? waiting,
    grounding: groundingOf(begun, ended),
    receipts: ended?.receipts ?? [],
    ...withoutUndefined({ budget, stopHook, memoryId, repLevel, escalated }),
    queue: { waitedMs: ended?.waitedMs ?? 0 },
  }
}

/** What an answer is made of; a turn of a conference has that too. */
interface AnsweredTurn extends Pick<ChatTurn, 'ended'> {
  begun: Pick<Begun, 'sessionId' | 'turnId' | 'agentId' | 'kind' | 'memoryId' | 'repLevel' | 'escalated'>
}

/** An exchange as people look at it later. */
export function exchangeOf(turn: ChatTurn, waiting: 'queued' | 'running' = 'running'): z.input<typeof ChatExchange> {
  const { begun, ended } = turn
  const { role: _role, sessionId: _session, ...answer } = answerOf(turn, waiting)
  return {
    ...answer,
    message: begun.message,
    rejectedText: ended?.rejectedText,
    calls: ended?.calls ?? [],
    accessRequests: ended?.accessRequests ?? [],
    retries: ended?.retries ?? [],
    askedAt: begun.at,
    endedAt: ended?.endedAt ?? null,
  }
}

function groundingOf({ kind }: Pick<Begun, 'kind'>, ended?: Ended): ChatAnswer['grounding'] {
  const { state, verdict } = ended ?? {}
  const shown = verdict && { verdict }
  if (state === 'rejected') return { status: 'rejected', ...shown }
  if (state === 'abstained') return { status: 'abstained', ...shown }
  if (state !== 'accepted') return { status: 'none', ...shown }
  if (kind === 'raw') return { status: 'unverified' }
  if (verdict?.status !== 'accepted') return { status: 'none' }
  const { unverified } = verdict
  return unverified ? { status: 'unverified', reasons: unverified, verdict } : { status: 'verified', verdict }
}

/** An outcome as the journal keeps it. */
export function endedLine(turnId: string, outcome: TurnOutcome): Ended {
  const { state, content, stopHook, schemaErrors, verdict, rejectedText, results, budget } = outcome
  return {
    v: 1,
    type: 'ended',
    turnId,
    state,
    content,
    ...(stopHook && { stopHook: { ...stopHook, ...(schemaErrors && { details: [...schemaErrors] }) } }),
    ...withoutUndefined({ schemaErrors: schemaErrors && [...schemaErrors], verdict, rejectedText }),
    receipts: [...outcome.receipts],
    calls: results.map(({ toolId, args, receiptId, ok, errorCode }) =>
      withoutUndefined({ toolId, args: { ...args }, receiptId, ok, errorCode }),
    ),
    accessRequests: [...outcome.accessRequests],
    budget,
    modelCalls: [...outcome.modelCalls],
    retries: [...outcome.retries],
    aliases: [...outcome.aliases],
    provider: outcome.provider,
    model: outcome.model,
    waitedMs: Math.max(0, Math.round(outcome.waitedMs)),
    startedAt: outcome.startedAt,
    endedAt: outcome.endedAt,
  }
}
