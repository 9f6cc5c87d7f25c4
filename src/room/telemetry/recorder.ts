import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatInstant } from '../../kernel/instants.ts'
import { instant, type RoomBase } from '../room-base.ts'
import { addScopes, noScopes, type Scopes } from './counters.ts'
import {
  type Pruned,
  pruneSessions,
  sessionFiles,
  sizeOf,
  telemetryConfig,
  telemetrySessionId,
  telemetryTotals,
  writeSession,
} from './files.ts'

/** The counts of this process in one workspace, written together soon after they came. */
interface Recorder {
  readonly id: string
  readonly startedAt: string
  count(counted: Scopes): void
  /** What this process has counted and written. */
  session(): Scopes
  flush(): Promise<void>
}

type Parts = Pick<RoomBase, 'control' | 'clock' | 'log'>

/** One per workspace and process, however often the room is opened in it. */
export function recorderOf(parts: Parts): Recorder {
  const known = recorders.get(parts.control)
  if (known) return known
  const made = recorder(parts)
  recorders.set(parts.control, made)
  return made
}

/** Writes what is counted and forgets the workspace; for the end of a process and of a room. */
export async function closeTelemetry({ control }: Pick<Parts, 'control'>): Promise<void> {
  const open = recorders.get(control)
  recorders.delete(control)
  await open?.flush()
}

const recorders = new Map<string, Recorder>()
const bufferMs = 900

function recorder(parts: Parts): Recorder {
  const { control, clock, log } = parts
  const [id, startedAt] = [telemetrySessionId(clock(), randomBytes(2)), instant(parts)]
  let session = noScopes()
  let waiting: Scopes | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let isFirst = true

  return {
    id,
    startedAt,
    count(counted) {
      waiting = waiting ? addScopes(waiting, counted) : counted
      timer ??= setTimeout(flush, bufferMs)
    },
    session: () => session,
    flush,
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  /** Counting must never fail what is counted: what cannot be written waits for the next time. */
  async function write(): Promise<void> {
    const counted = waiting
    waiting = undefined
    if (!counted || !existsSync(control)) return
    try {
      const config = await telemetryConfig(control).read()
      if (!config.enabled) return
      await telemetryTotals(control).change(before => ({ next: addScopes(before, counted), result: null }))
      session = addScopes(session, counted)
    } catch (error) {
      waiting = waiting ? addScopes(counted, waiting) : counted
      log(`room telemetry: the counts could not be written (${nameOf(error)})`)
      return
    }
    await tidy().catch(error => log(`room telemetry: the session could not be written (${nameOf(error)})`))
  }

  async function tidy(): Promise<void> {
    await writeSession(control, { id, startedAt, updatedAt: instant(parts), pid: process.pid, ...session })
    if (!isFirst) return
    isFirst = false
    await pruneSessions(control, await telemetryConfig(control).read(), { now: clock(), own: id })
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

interface TelemetrySummary extends Scopes {
  session: { id: string; startedAt: string } & Scopes
}

/** Everything up to this moment, also what other processes have written. */
export async function telemetrySummary(parts: Parts): Promise<TelemetrySummary> {
  const recorder = recorderOf(parts)
  await recorder.flush()
  const totals = await telemetryTotals(parts.control).read()
  return { ...totals, session: { id: recorder.id, startedAt: recorder.startedAt, ...recorder.session() } }
}

interface TelemetryStatus {
  enabled: boolean
  files: number
  bytes: number
  oldest: string | null
}

export async function telemetryStatus({ control }: Pick<Parts, 'control'>): Promise<TelemetryStatus> {
  const { enabled } = await telemetryConfig(control).read()
  const sessions = await sessionFiles(control)
  const names = ['totals.json', 'config.json']
  const others = await Promise.all(names.map(name => sizeOf(join(control, 'telemetry', name))))
  const sizes = [...others.filter(size => size > 0), ...sessions.map(({ bytes }) => bytes)]
  return {
    enabled,
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    oldest: sessions[0] ? formatInstant(sessions[0].begun) : null,
  }
}

export async function pruneTelemetry(parts: Parts): Promise<Pruned> {
  const config = await telemetryConfig(parts.control).read()
  return pruneSessions(parts.control, config, { now: parts.clock(), own: recorderOf(parts).id })
}
