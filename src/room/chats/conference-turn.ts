import type { Call } from '../../kernel/call.ts'
import { clientTurn } from '../conference/client-turn.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import type { ChatAnswer } from '../schema.ts'
import { endedLine, groundingOf } from './answer.ts'
import { chooseAgent } from './choose-agent.ts'
import type { ChatRequest } from './request.ts'

/** A turn of a conference that the caller drives itself. */
export async function conferenceTurn(room: Room, call: Call, request: ChatRequest): Promise<ChatAnswer> {
  const { conferenceId = '', message = '', skipTools = false } = request
  const agent = await chooseAgent(room, request.agentId)
  const turnId = request.turnId ?? mintId('turn', room.random)
  const { kind, roundId, roundState, outcome } = await clientTurn(room, {
    conferenceId,
    roundId: request.roundId,
    agent,
    message,
    skipTools,
    toolPolicy: request.toolPolicy,
    turnId,
    signal: call.signal,
    watch(event) {
      const told = { ...event, conferenceId, turnId, agentId: agent.id }
      call.onEvent?.(told)
    },
  })
  const ended = endedLine(turnId, outcome)
  return {
    role: 'assistant',
    content: ended.content,
    sessionId: conferenceId,
    turnId,
    agentId: agent.id,
    kind,
    state: ended.state,
    grounding: groundingOf({ kind }, ended),
    receipts: ended.receipts,
    ...(ended.budget && { budget: ended.budget }),
    ...(ended.stopHook && { stopHook: ended.stopHook }),
    roundId,
    roundState,
    queue: { waitedMs: ended.waitedMs },
  }
}
