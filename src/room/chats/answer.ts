import type { z } from 'zod'
import type { ChatAnswer, ChatExchange } from '../schema.ts'
import type { TurnOutcome } from '../turns/turn.ts'
import type { Begun, ChatTurn, Ended } from './chat.ts'

/** The same answer whenever it is asked for; of a turn that has not ended, where it is. */
export function answerOf({ begun, ended }: ChatTurn, waiting: 'queued' | 'running' = 'running'): ChatAnswer {
  const { sessionId, turnId, agentId, kind, memoryId, repLevel, escalated } = begun
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
    ...(ended?.budget && { budget: ended.budget }),
    ...(ended?.stopHook && { stopHook: ended.stopHook }),
    ...(memoryId !== undefined && { memoryId }),
    ...(repLevel !== undefined && { repLevel }),
    ...(escalated !== undefined && { escalated }),
    queue: { waitedMs: ended?.waitedMs ?? 0 },
  }
}

/** An exchange as people look at it later. */
export function exchangeOf(turn: ChatTurn, waiting: 'queued' | 'running' = 'running'): z.input<typeof ChatExchange> {
  const { begun, ended } = turn
  const { role: _role, sessionId: _session, ...answer } = answerOf(turn, waiting)
  return {
    ...answer,
    message: begun.message,
    ...(ended?.rejectedText !== undefined && { rejectedText: ended.rejectedText }),
    calls: ended?.calls.map(({ toolId, receiptId, ok }) => ({ toolId, receiptId, ok })) ?? [],
    accessRequests: ended?.accessRequests ?? [],
    retries: ended?.retries ?? [],
    askedAt: begun.at,
    endedAt: ended?.endedAt ?? null,
  }
}

export function groundingOf(
  { kind }: Pick<Begun, 'kind'>,
  ended?: Pick<Ended, 'state' | 'verdict'>,
): ChatAnswer['grounding'] {
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
    ...(schemaErrors && { schemaErrors: [...schemaErrors] }),
    ...(verdict && { verdict: copyVerdict(verdict) }),
    ...(rejectedText !== undefined && { rejectedText }),
    receipts: [...outcome.receipts],
    calls: results.map(({ toolId, args, receiptId, ok, errorCode }) => ({
      toolId,
      args: { ...args },
      receiptId,
      ok,
      ...(errorCode !== undefined && { errorCode }),
    })),
    accessRequests: [...outcome.accessRequests],
    budget,
    modelCalls: outcome.modelCalls.map(({ texts, ...call }) => ({
      ...call,
      ...(texts && { texts: { prompt: [...texts.prompt], reply: texts.reply } }),
    })),
    retries: [...outcome.retries],
    aliases: [...outcome.aliases],
    provider: outcome.provider,
    model: outcome.model,
    waitedMs: Math.max(0, Math.round(outcome.waitedMs)),
    startedAt: outcome.startedAt,
    endedAt: outcome.endedAt,
  }
}

function copyVerdict({ evidence, ...verdict }: NonNullable<TurnOutcome['verdict']>): NonNullable<Ended['verdict']> {
  return { ...verdict, ...(evidence && { evidence: { ...evidence } }) }
}
