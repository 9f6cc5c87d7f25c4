import { sha256 } from '../../files/sha256.ts'
import { cutTo } from '../../kernel/text.ts'
import { builtinProvider } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import { roleKey } from '../agents/roles.ts'
import { evidenceLines } from '../evidence/parse-evidence.ts'
import { RoomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import type { Room } from '../room.ts'
import { runTurn } from '../turns/run-turn.ts'
import type { ToolOutcome, TurnOutcome } from '../turns/turn.ts'
import type { AgentStep, PromptType } from './recipe.ts'
import type { Slot } from './run-store.ts'
import { previewBytes, type StepEnd, type StepPlace } from './tool-step.ts'

/** One agent comments on what the run has so far; its text counts only with evidence from the run's receipts. */
export async function agentStep(place: StepPlace, step: AgentStep): Promise<StepEnd> {
  const { room, signal } = place
  const agent = await agentFor(room, step.agent_archetype)
  if (!agent) return { error: 'no_agent' }
  const turnId = mintId('turn', room.random)
  const who = { agentId: agent.id, turnId }
  try {
    if (needsModel(step.prompt_type) && (await room.agentModels.of(agent)).provider === builtinProvider) {
      return { agentId: agent.id, error: 'scope-exceeded' }
    }
    const outcome = await runTurn(room, await turnOf(place, step, agent, turnId), { signal })
    return outcome.state === 'accepted'
      ? { ...who, ...accepted(agent, turnId, outcome) }
      : { ...who, ...ended(outcome) }
  } catch (error) {
    if (error instanceof RoomFault) return { ...who, error: error.wire }
    throw error
  }
}

/** The agent marked as primary for the role, else the first of the roster that has it. */
async function agentFor({ agents }: Room, archetype: string): Promise<Agent | undefined> {
  const wanted = roleKey(archetype)
  const fit = (await agents.read()).agents.filter(({ enabled, role }) => enabled && roleKey(role) === wanted)
  return fit.find(({ isPrimaryForRole }) => isPrimaryForRole) ?? fit[0]
}

async function turnOf(place: StepPlace, step: AgentStep, agent: Agent, turnId: string) {
  const { room, run, cache } = place
  const inputs = step.input_slots.flatMap(name => (cache[name] ? [{ name, slot: cache[name] }] : []))
  const results: ToolOutcome[] = []
  const materials: { label: string; text: string }[] = []
  for (const { name, slot } of inputs) {
    if (slot.type === 'artifact') materials.push({ label: name, text: slot.text })
    else results.push(await outcomeOf(room, slot))
  }
  return {
    kind: 'step' as const,
    surface: 'run' as const,
    sessionId: run.session_id,
    runId: run.run_id,
    turnId,
    agent,
    message: run.task.description,
    frame: frameOf(step.prompt_type),
    results,
    materials,
  }
}

/** A tool's result as it was when its receipt was made. */
async function outcomeOf({ audit }: Room, slot: Slot & { type: 'pointer' }): Promise<ToolOutcome> {
  const receipt = await audit.find(slot.receipt_id)
  const text = await audit.output(slot.receipt_id)
  if (!receipt || text === undefined) throw new Error('A receipt of this run is gone.')
  const whole = receipt.file_refs.filter(({ start_line }) => start_line === undefined)
  return {
    receiptId: slot.receipt_id,
    toolId: receipt.tool_id,
    args: receipt.inputs,
    ok: receipt.ok,
    text,
    spans: slot.spans ?? [],
    wholeFiles: whole.map(({ path }) => path),
  }
}

function accepted({ id }: Agent, turnId: string, { content, verdict }: TurnOutcome): StepEnd {
  const text = evidenceLines(content).rest.trim()
  const summary = cutTo(text, previewBytes)
  const slot: Slot = {
    type: 'artifact',
    agent_id: id,
    turn_id: turnId,
    text,
    sha256: sha256(text),
    summary,
    evidence: verdict ? JSON.parse(JSON.stringify(verdict)) : null,
  }
  return { slot, outputHash: slot.sha256, preview: summary }
}

function ended({ state, stopHook }: TurnOutcome): StepEnd {
  const { type = state, code } = stopHook ?? {}
  return { error: code === null || code === undefined ? type : `${type}:${code}` }
}

/** The instructions of an agent step. */
const frames: { readonly [type in PromptType]: string } = {
  brief:
    'Write a short brief for the next writer: what has to happen, in which order, what must stay as it is. Take it from the data and add nothing.',
  draft:
    'Write the text the task asks for, true to the brief and to what the data says of people, places and facts. Give the text itself, no comment on it.',
  polish:
    'Improve the draft sentence by sentence: clarity, rhythm, grammar. Change no fact and no event. Give the whole improved text.',
  check:
    'Compare with the data: name what contradicts it, where, and the smallest change that would mend it. Where nothing does, say so.',
  review: 'Say how this works on a reader: what carries, what costs something, what to look at first. Rewrite nothing.',
}

function frameOf(type: PromptType): string {
  return `${frames[type]} Stay brief.`
}

/** Writing is more than saying what results hold, which is all the built-in responder can do. */
function needsModel(type: PromptType): boolean {
  return type === 'draft' || type === 'polish'
}
