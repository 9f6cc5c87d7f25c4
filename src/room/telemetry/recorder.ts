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
export interface Telemetry {
  readonly id: string
  count(counted: Scopes): void
  flush(): Promise<void>
  /** Everything up to this moment, also what other processes have written. */
  summary(): Promise<Scopes & { session: { id: string; startedAt: string } & Scopes }>
  status(): Promise<{ enabled: boolean; files: number; bytes: number; oldest: string | null }>
  prune(): Promise<Pruned>
}

const bufferMs = 900

export function openTelemetry(parts: Pick<RoomBase, 'control' | 'clock' | 'log'>): Telemetry {
  const { control, clock, log } = parts
  const [id, startedAt] = [telemetrySessionId(clock(), randomBytes(2)), instant(parts)]
  let session = noScopes()
  let waiting: Scopes | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let isFirst = true

  return {
    id,
    count(counted) {
      waiting = waiting ? addScopes(waiting, counted) : counted
      timer ??= setTimeout(flush, bufferMs)
    },
    flush,
    async summary() {
      await flush()
      return { ...(await telemetryTotals(control).read()), session: { id, startedAt, ...session } }
    },
    async status() {
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
    },
    prune,
  }

  async function prune(): Promise<Pruned> {
    return pruneSessions(control, await telemetryConfig(control).read(), { now: clock(), own: id })
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
    await prune()
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
