import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '../../files/replace.ts'
import type { EventLog } from '../../jobs/follow.ts'
import { formatInstant } from '../../kernel/instants.ts'
import type { Room } from '../room.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { compareBytes } from '../workspace/fold.ts'
import { Cache, RunEvent, RunRecord, StepRecord } from './records.ts'

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

export type RunPlace = Pick<Room, 'control' | 'clock'>

function runsFolder(control: string): string {
  return join(control, 'runs')
}

export function runFiles({ control, clock }: RunPlace, runId: string): RunFiles {
  const folder = join(runsFolder(control), runId)
  // One writer per run: the locks of its files lie with them.
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
  const names = await readdir(runsFolder(place.control)).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  const runs = await Promise.all(names.filter(name => runId.test(name)).map(name => runFiles(place, name).run.read()))
  return runs
    .filter(run => run !== undefined)
    .sort((a, b) => compareBytes(b.created_at, a.created_at) || compareBytes(b.run_id, a.run_id))
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
      return run === undefined || !isGoing(run)
    },
  }
}
