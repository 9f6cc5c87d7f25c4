import { sha256 } from '../../files/sha256.ts'
import { cutTo } from '../../kernel/text.ts'
import { readArguments } from '../protocol/arguments.ts'
import { fromPlain, isMap } from '../protocol/strict-json.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { countToolRun } from '../telemetry/observe.ts'
import type { Tool } from '../tools/tool.ts'
import { runTool } from '../turns/run-tool.ts'
import { RefUnresolved, resolveRefs, type ToolStep } from './recipe.ts'
import type { Cache, RunRecord, Slot } from './run-store.ts'

/** How a step ended: its result for later steps, or why there is none. */
export interface StepEnd {
  slot?: Slot
  error?: string
  receiptId?: string
  turnId?: string
  agentId?: string
  outputHash?: string
  preview?: string
}

export interface StepContext {
  room: Room
  run: RunRecord
  index: number
  cache: Cache
  signal: AbortSignal
}

/** Runs one tool for a run. Every attempt gets a receipt, also one with wrong arguments. */
export async function runToolStep(place: StepContext, step: ToolStep): Promise<StepEnd> {
  const { room, signal } = place
  const tool = (await room.tools()).find(({ id }) => id === step.tool)
  if (!tool) return { error: 'unknown-tool' }
  const resolved = resolvedArgs(place, step)
  if ('error' in resolved) return resolved
  const read = readArguments(tool, mapOf(resolved.args))
  const ids = idsOf(place)
  if ('errors' in read) return receiptForBadArguments(place, tool, resolved.args, read.errors)
  const { receiptId, ok, errorCode, text, spans } = await runTool(room, {
    ...ids,
    toolId: tool.id,
    args: read.args,
    nonce: null,
    agentId: null,
    signal,
  })
  countToolRun(room, { toolId: tool.id, ok, errorCode, text, surface: ids.surface })
  const proof = { receiptId, turnId: ids.turnId, outputHash: sha256(text), preview: cutTo(text, previewBytes) }
  if (!ok) return { ...proof, error: errorCode ?? 'internal' }
  const slot: Slot = {
    type: 'pointer',
    receipt_id: receiptId,
    sha256: sha256(text),
    summary: cutTo(text, previewBytes),
    data: dataOf(text),
    spans: spans.map(span => ({ ...span })),
  }
  return { ...proof, slot }
}

export const previewBytes = 200

/** The output of a tool, in which later steps refer to single values. */
export function dataOf(text: string): (Slot & { type: 'pointer' })['data'] {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

/** What the arguments of a step may refer to: the task, and the data of earlier steps. */
function rootsOf({ task }: RunRecord, cache: Cache): Map<string, unknown> {
  const slots = Object.entries(cache).map(([name, slot]) => [name, slot.type === 'pointer' ? slot.data : slot] as const)
  return new Map<string, unknown>([...slots, ['task', task]])
}

function resolvedArgs({ run, cache }: StepContext, { args }: ToolStep): { args: object } | { error: string } {
  try {
    return { args: Object(resolveRefs(args, rootsOf(run, cache))) }
  } catch (error) {
    if (error instanceof RefUnresolved) return { error: error.message }
    throw error
  }
}

function mapOf(args: object) {
  const map = fromPlain(args)
  return isMap(map) ? map : new Map()
}

function idsOf({ run, index }: StepContext) {
  const { run_id: runId, session_id: sessionId } = run
  return { surface: 'run' as const, sessionId, runId, turnId: `step-${index}` }
}

const badArguments = 'The arguments do not fit the tool. Correct the recipe or the arguments of the task.'

/** A receipt for a call with wrong arguments: nothing ran. */
async function receiptForBadArguments(
  place: StepContext,
  tool: Tool,
  args: object,
  errors: readonly string[],
): Promise<StepEnd> {
  const { room, run } = place
  const { turnId } = idsOf(place)
  const error = { code: 'invalid-args', message: badArguments }
  const text = JSON.stringify({ tool: tool.id, tool_version: tool.version, error, details: errors }, null, 2)
  const receipt = await room.audit.mint(
    {
      session_id: run.session_id,
      run_id: run.run_id,
      turn_id: turnId,
      agent_id: null,
      surface: 'run',
      tool_id: tool.id,
      tool_version: tool.version,
      inputs: { ...args },
      file_refs: [],
      ok: false,
      error,
      duration_ms: 0,
      nonce: null,
      timestamp: instant(room),
    },
    text,
  )
  countToolRun(room, { toolId: tool.id, ok: false, errorCode: error.code, text, surface: 'run' })
  const proof = { receiptId: receipt.receipt_id, turnId, outputHash: sha256(text), preview: cutTo(text, previewBytes) }
  return { ...proof, error: 'invalid-args' }
}
