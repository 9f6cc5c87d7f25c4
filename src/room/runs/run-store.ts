import { join } from 'node:path'
import { z } from 'zod'
import { namesIn } from '../../files/if-exists.ts'
import { type EventLog, isLastWritten } from '../../jobs/follow.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { formatInstant } from '../../kernel/instants.ts'
import type { Room } from '../room.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { Span } from '../tools/tool.ts'

export const runStatuses = ['pending', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const
const runPhases = ['a', 'b', 'dod', 'complete'] as const

const CheckedDone = z.looseObject({ check: z.string(), ok: z.boolean() })

/** `run.json`: the state of a run. */
export const RunRecord = z.looseObject({
  run_id: z.string(),
  recipe_id: z.string(),
  recipe_sha256: z.string(),
  session_id: z.string(),
  status: z.enum(runStatuses),
  phase: z.enum(runPhases),
  created_at: z.string(),
  updated_at: z.string(),
  completed_at: z.string().nullable(),
  task: z.strictObject({ description: z.string(), args: z.record(z.string(), z.json()) }),
  current_step_index: z.int(),
  total_steps: z.int(),
  attempt: z.int().min(1),
  dod: z.array(CheckedDone),
  error: z.string().nullable(),
  idempotency_key: z.string().optional(),
})
export type RunRecord = z.output<typeof RunRecord>

/** One line of `steps.jsonl`: how a step ended. */
export const StepRecord = z.strictObject({
  step_index: z.int(),
  step_id: z.string(),
  phase: z.enum(['a', 'b']),
  tool: z.string().nullable(),
  agent_archetype: z.string().nullable(),
  agent_id: z.string().nullable(),
  status: z.enum(['done', 'failed', 'skipped', 'cancelled']),
  output_slot: z.string(),
  receipt_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  output_hash: z.string().nullable(),
  output_preview: z.string(),
  input_slot_refs: z.array(z.string()),
  started_at: z.string(),
  completed_at: z.string(),
  attempt: z.int(),
  error: z.string().nullable(),
})
export type StepRecord = z.output<typeof StepRecord>

/** What a step left for the ones after it: the proof of a tool's output, or a text that was accepted. */
export const Slot = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('pointer'),
    receipt_id: z.string(),
    sha256: z.string(),
    summary: z.string(),
    data: z.json(),
    /** Places worth quoting; they are not part of the output, and the built-in responder needs them. */
    spans: z.array(Span).optional(),
  }),
  z.strictObject({
    type: z.literal('artifact'),
    agent_id: z.string(),
    turn_id: z.string(),
    text: z.string(),
    sha256: z.string(),
    summary: z.string(),
    evidence: z.json(),
  }),
])
export type Slot = z.output<typeof Slot>

export const Cache = z.record(z.string(), Slot)
export type Cache = z.output<typeof Cache>

/** One line of `events.jsonl`. */
const RunEvent = z.looseObject({ seq: z.int(), ts: z.string(), type: z.string() })
type RunEvent = z.output<typeof RunEvent>

/** The files of one run. */
export interface RunFiles {
  folder: string
  run: JsonStore<RunRecord | undefined>
  steps: JsonLines<StepRecord>
  cache: JsonStore<Cache>
  events: JsonLines<RunEvent>
  /** Held by the process that works on it, as long as it lives. */
  ownerLock: string
}

type RunPlace = Pick<Room, 'control' | 'clock'>

function runsFolder(control: string): string {
  return join(control, 'runs')
}

export function runFiles({ control, clock }: RunPlace, runId: string): RunFiles {
  const folder = join(runsFolder(control), runId)
  // One writer per run: the locks of its files are together.
  const locks = join(control, 'locks', runId)
  const now = () => formatInstant(clock())
  return {
    folder,
    run: jsonStore({ file: join(folder, 'run.json'), locks, schema: RunRecord.optional(), empty: () => undefined }),
    steps: jsonLines({ file: join(folder, 'steps.jsonl'), lock: join(locks, 'steps.lock'), schema: StepRecord, now }),
    cache: jsonStore({ file: join(folder, 'cache.json'), locks, schema: Cache, empty: () => ({}) }),
    events: jsonLines({ file: join(folder, 'events.jsonl'), lock: join(locks, 'events.lock'), schema: RunEvent, now }),
    ownerLock: join(locks, 'owner.lock'),
  }
}

const runId = /^run_[0-9a-f]{12}$/

/** Every run there is, newest first. */
export async function allRuns(place: RunPlace): Promise<RunRecord[]> {
  const names = await namesIn(runsFolder(place.control))
  const runs = await Promise.all(names.filter(name => runId.test(name)).map(name => runFiles(place, name).run.read()))
  return runs
    .filter(run => run !== undefined)
    .sort((a, b) => byteOrder(b.created_at, a.created_at) || byteOrder(b.run_id, a.run_id))
}

export function isRunId(text: string): boolean {
  return runId.test(text)
}

export function isGoing({ status }: RunRecord): boolean {
  return status === 'pending' || status === 'running'
}

/** What happens in a run, to be followed from anywhere. */
export function runEvents(room: Pick<Room, 'control' | 'clock'>, runId: string): EventLog {
  const files = isRunId(runId) ? runFiles(room, runId) : undefined
  const read = async () => files && (await files.run.read())
  return {
    isKnown: async () => (await read()) !== undefined,
    async after(seq) {
      const events = (await files?.events.read()) ?? []
      return events
        .filter(event => event.seq > seq)
        .map(event => ({ seq: event.seq, type: event.type, data: { run_id: runId, ...event } }))
    },
    async isOver() {
      const run = await read()
      if (!files || run === undefined) return true
      const last = { type: 'run.finished', endedAt: run.completed_at, now: room.clock() }
      return !isGoing(run) && isLastWritten(await files.events.read(), last)
    },
  }
}
