import { hex } from '../ids.ts'
import { type BudgetLimits, budgetLimits } from '../protocol/budget.ts'
import { callRequired } from '../protocol/call-required.ts'
import { type NonceBook, openNonceBook } from '../protocol/nonce-book.ts'
import { toolNamed } from '../protocol/tool-ids.ts'
import { toolsOfTurn } from '../protocol/tool-policy.ts'
import type { LoopRules } from '../protocol/turn-states.ts'
import type { Speaker } from '../providers/speaker.ts'
import type { Room } from '../room.ts'
import type { Tool, ToolId } from '../tools/tool.ts'
import type { Settings } from '../workspace/settings.ts'
import { type Conversation, openConversation } from './conversation.ts'
import { firstPrompt } from './first-prompt.ts'
import type { Judged } from './judge.ts'
import type { Playing } from './play.ts'
import type { ModelCall, ToolOutcome, TurnSpec } from './turn.ts'

/** What a turn has come to so far. */
export interface Course {
  modelCalls: ModelCall[]
  results: ToolOutcome[]
  retries: string[]
  aliases: string[]
  judged: Omit<Judged, 'answer'>
  lastReply?: string
  /** The last reply that was taken for an answer and was none. */
  refused?: string
}

/** All that the steps of one turn share. */
export interface Stage extends Playing {
  settings: Settings
  rules: LoopRules
  /** Those a call may name. */
  tools: readonly Tool[]
  conversation: Conversation
  nonces: NonceBook
  course: Course
}

export function emptyCourse(): Course {
  return { modelCalls: [], results: [], retries: [], aliases: [], judged: {} }
}

export async function setStage(playing: Playing, settings: Settings, course: Course): Promise<Stage> {
  const { room, spec, speaker } = playing
  const { kind, agent, message, requireTool } = spec
  const [all, registry, issues, limits] = await Promise.all([
    room.tools(),
    room.agents.read(),
    spec.skipGrounding ? [] : room.issues.all(),
    limitsOf(room, spec, speaker),
  ])
  const allowed = allowedIn(spec)
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
    flat: speaker.profile === 'flat',
  }
  const conversation = openConversation({
    kind,
    role: agent.role,
    prompt: firstPrompt(spec, { registry, issues, tools, border }),
    history: kind === 'tools' ? (spec.history ?? []) : [],
    allowedTools: tools.map(({ id }) => id),
    required,
    border,
  })
  const nonces = openNonceBook(() => hex(room.random(16)))
  return { ...playing, settings, rules, tools, conversation, nonces, course }
}

export async function limitsOf(room: Room, { kind, agent }: TurnSpec, { model }: Speaker): Promise<BudgetLimits> {
  const tierSteps = await room.tierSteps(agent.id, model)
  return budgetLimits({ conference: kind === 'phase1', ...(tierSteps !== undefined && { tierSteps }) })
}

/** Whoever asks for a turn has met the agent's own list already; without one the agent's list counts. */
function allowedIn({ allowedTools, agent }: TurnSpec): ToolId[] {
  const named = allowedTools?.flatMap(name => toolNamed(name)?.id ?? [])
  const own = toolsOfTurn(named ? { allowedTools: named } : {}, agent.tools)
  return 'tools' in own ? own.tools : []
}
