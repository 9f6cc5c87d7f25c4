import { cutTo } from '../../kernel/text.ts'
import type { Receipt } from '../../receipts/receipt.ts'
import type { Agent } from '../agents/registry.ts'
import { RoomFault } from '../faults.ts'
import { freshBudget } from '../protocol/budget.ts'
import { turnFailed } from '../protocol/rejection.ts'
import type { Room } from '../room.ts'
import type { Span } from '../tools/tool.ts'
import { runTurn } from '../turns/run-turn.ts'
import { nothingAsked, type ToolOutcome, type TurnOutcome, type TurnSpec, type TurnWatch } from '../turns/turn.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import type { Round } from './schema.ts'

interface RoundTurnRequest {
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
    ...nothingAsked,
    receipts: [],
    results: [],
    budget: freshBudget({ steps: 0, bytesPerStep: 0, bytesPerTurn: 0, source: 'fallback' }),
    startedAt,
    endedAt,
  }
}

/** The receipts of one round, in the order the tools ran. */
export async function receiptsOfRound(room: Room, conferenceId: string, roundId: string): Promise<Receipt[]> {
  return (await room.audit.receiptsOf(conferenceId)).filter(({ round_id }) => round_id === roundId)
}

/** The buffer of a round made again after the process that filled it is gone: whole outputs, from their blobs. */
export async function rebuiltBuffer(room: Room, conferenceId: string, roundId: string): Promise<ToolOutcome[]> {
  const snapshot = await room.workspace.vfs.snapshot()
  const outcomes: ToolOutcome[] = []
  for (const receipt of await receiptsOfRound(room, conferenceId, roundId)) {
    const text = await room.audit.output(receipt.receipt_id)
    if (text !== undefined) outcomes.push(outcomeOf(receipt, text, snapshot))
  }
  return outcomes
}

function outcomeOf(receipt: Receipt, text: string, snapshot: Snapshot): ToolOutcome {
  const { receipt_id, tool_id, inputs, ok, error } = receipt
  return {
    receiptId: receipt_id,
    toolId: tool_id,
    args: inputs,
    ok,
    ...(error && { errorCode: error.code }),
    text,
    spans: spansOf(receipt, snapshot),
    // What a check did not find is known only to the run itself, so nothing is said to be absent on its account.
    wholeFiles: [],
  }
}

/** Receipts hold the lines a tool used, without its remarks on them. */
function spansOf({ file_refs }: Receipt, snapshot: Snapshot): Span[] {
  return file_refs.flatMap(({ path, start_line, excerpt }) => {
    const file = snapshot.files.find(each => each.path === path)
    const [line = ''] = excerpt.split(/\r\n|\n|\r/)
    const quote = cutTo(line.trim(), longestQuote)
    if (!file || start_line === undefined || [...quote].length < shortestQuote) return []
    return [{ path, start_line, end_line: start_line, quote, note: 'Read in this round', weight, class: file.class }]
  })
}

const longestQuote = 160
const shortestQuote = 8
const weight = 30
