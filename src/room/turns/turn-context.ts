import { hex } from '../ids.ts'
import { type BudgetLimits, budgetLimits } from '../protocol/budget.ts'
import { openNonces, type TurnNonces } from '../protocol/nonces.ts'
import { callRequired, toolNamed, toolsOfTurn } from '../protocol/tool-policy.ts'
import type { LoopRules } from '../protocol/turn-loop.ts'
import type { AgentModel } from '../providers/agent-model.ts'
import type { Room } from '../room.ts'
import type { Tool, ToolId } from '../tools/tool.ts'
import type { Settings } from '../workspace/settings.ts'
import type { CheckedAnswer } from './check-answer.ts'
import type { ModelCall, ToolOutcome, TurnSpec, TurnWatch } from './turn.ts'
import { firstPrompt, openTurnMessages, type TurnMessages } from './turn-messages.ts'
import { findTurn } from './turn-rows.ts'

/** What a turn is given. */
export interface TurnRun {
  room: Room
  spec: TurnSpec
  watch: Omit<TurnWatch, 'store'>
  cancellation: Cancellation
  model: AgentModel
}

/** The results of a turn so far. */
export interface TurnProgress {
  modelCalls: ModelCall[]
  results: ToolOutcome[]
  retries: string[]
  aliases: string[]
  checked: Omit<CheckedAnswer, 'answer'>
  lastReply?: string
  /** The last reply that was given as an answer and rejected. */
  rejectedReply?: string
}

/** All that the steps of one turn share. */
export interface TurnContext extends TurnRun {
  settings: Settings
  rules: LoopRules
  /** Those a call may name. */
  tools: readonly Tool[]
  turnMessages: TurnMessages
  nonces: TurnNonces
  progress: TurnProgress
}

export function newProgress(): TurnProgress {
  return { modelCalls: [], results: [], retries: [], aliases: [], checked: {} }
}

export async function prepareTurn(run: TurnRun, settings: Settings, progress: TurnProgress): Promise<TurnContext> {
  const { room, spec, model } = run
  const { kind, agent, message, requireTool } = spec
  const [all, registry, issues, limits] = await Promise.all([
    room.tools(),
    room.agents.read(),
    spec.skipGrounding ? [] : room.issues.all(),
    turnLimits(room, spec, model),
  ])
  const allowed = allowedToolIds(spec)
  const tools = all.filter(({ id }) => allowed.includes(id))
  const phrases = settings.chat.requireToolPhrases
  const required = callRequired({ ...(requireTool !== undefined && { requireTool }), message, phrases })
  const border = () => hex(room.random(4))
  const rules: LoopRules = {
    kind: kind === 'raw' ? 'json' : kind,
    tools: all,
    allowed,
    required,
    limits,
    evidenceRetries: settings.evidence.retries,
    malformedRetries: settings.chat.malformedRetries,
    flat: model.profile === 'flat',
  }
  const turnMessages = openTurnMessages({
    kind,
    role: agent.role,
    prompt: firstPrompt(spec, { registry, issues, tools, border }),
    history: kind === 'tools' ? (spec.history ?? []) : [],
    allowedTools: tools.map(({ id }) => id),
    required,
    border,
  })
  const nonces = openNonces(() => hex(room.random(16)))
  return { ...run, settings, rules, tools, turnMessages, nonces, progress }
}

export async function turnLimits(room: Room, { kind, agent }: TurnSpec, { model }: AgentModel): Promise<BudgetLimits> {
  const tierSteps = await room.tierSteps(agent.id, model)
  return budgetLimits({ conference: kind === 'phase1', ...(tierSteps !== undefined && { tierSteps }) })
}

/** The caller's list is already limited to the agent's own; without one the agent's list counts. */
function allowedToolIds({ allowedTools, agent }: TurnSpec): ToolId[] {
  const named = allowedTools?.flatMap(name => toolNamed(name)?.id ?? [])
  const own = toolsOfTurn(named ? { allowedTools: named } : {}, agent.tools)
  return 'tools' in own ? own.tools : []
}

type CancelReason = 'cancelled' | 'turn_timeout'

/** Ends a turn before its time: because a caller in any process asked for it, or because it took too long. */
interface Cancellation {
  signal: AbortSignal
  reason(): CancelReason | undefined
  /** From here on the turn runs and its time counts. */
  startTimeout(limitMs: number): void
  stop(): void
}

const pollMs = 300

export function watchForCancellation(room: Room, turnId: string, asked: AbortSignal | undefined): Cancellation {
  const controller = new AbortController()
  let reason: CancelReason | undefined
  let deadline = Number.POSITIVE_INFINITY
  let isPolling = false
  const end = (why: CancelReason) => {
    reason ??= why
    controller.abort(new Error(why))
  }
  const cancel = () => end('cancelled')
  if (asked?.aborted) cancel()
  asked?.addEventListener('abort', cancel, { once: true })

  const poll = async () => {
    if (room.clock() >= deadline) end('turn_timeout')
    if (isPolling || controller.signal.aborted) return
    isPolling = true
    const row = await room.db.read(tx => findTurn(tx, room.project, turnId)).catch(() => undefined)
    if (row?.cancel_asked) cancel()
    isPolling = false
  }
  const timer = setInterval(() => void poll(), pollMs)
  timer.unref()

  return {
    signal: controller.signal,
    reason: () => reason,
    startTimeout(limitMs) {
      deadline = room.clock() + limitMs
    },
    stop() {
      clearInterval(timer)
      asked?.removeEventListener('abort', cancel)
    },
  }
}
