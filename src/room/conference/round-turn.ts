import type { Agent } from '../agents/registry.ts'
import { RoomFault } from '../faults.ts'
import { freshBudget } from '../protocol/budget.ts'
import { turnFailed } from '../protocol/stop-hook.ts'
import type { Room } from '../room.ts'
import { runTurn } from '../turns/run-turn.ts'
import type { TurnOutcome, TurnSpec, TurnWatch } from '../turns/turn.ts'
import type { Round } from './schema.ts'

export interface RoundTurnRequest {
  kind: 'phase1' | 'phase2'
  conferenceId: string
  round: Round
  turnId: string
  agent: Agent
  results?: TurnSpec['results']
}

/** A turn of a round as the engine takes it: agent, request, buffer, and nothing of other turns or rounds. */
export function turnOfRound(request: RoundTurnRequest): TurnSpec {
  const { kind, conferenceId, round, turnId, agent, results } = request
  const { roundId, prompt, toolPolicy } = round
  const gathers = kind === 'phase1'
  return {
    kind,
    surface: 'conference',
    sessionId: conferenceId,
    conferenceId,
    roundId,
    turnId,
    agent,
    message: prompt,
    skipGrounding: true,
    ...(gathers && toolPolicy?.allowedTools && { allowedTools: toolPolicy.allowedTools }),
    ...(gathers && toolPolicy?.requireTool !== undefined && { requireTool: toolPolicy.requireTool }),
    ...(!gathers && { results: results ?? [] }),
  }
}

/** Runs it to its end; what cannot even begin ends as a failed turn, and the round goes on. */
export async function runRoundTurn(
  room: Room,
  spec: TurnSpec,
  watch: TurnWatch,
  now: () => string,
): Promise<TurnOutcome> {
  const startedAt = now()
  try {
    return await runTurn(room, spec, watch)
  } catch (error) {
    const outcome = failedTurn(error, watch.signal, startedAt, now())
    await watch.store?.(outcome)
    return outcome
  }
}

function failedTurn(error: unknown, signal: AbortSignal | undefined, startedAt: string, endedAt: string): TurnOutcome {
  const stop = turnFailed(error instanceof RoomFault ? error.wire : 'internal')
  return {
    ...(signal?.aborted ? { state: 'cancelled', content: '' } : { state: 'error', ...stop }),
    receipts: [],
    results: [],
    accessRequests: [],
    budget: freshBudget({ steps: 0, bytesPerStep: 0, bytesPerTurn: 0, source: 'fallback' }),
    modelCalls: [],
    retries: [],
    aliases: [],
    provider: '',
    model: '',
    waitedMs: 0,
    startedAt,
    endedAt,
  }
}
