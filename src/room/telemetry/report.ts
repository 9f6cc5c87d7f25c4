import { join } from 'node:path'
import { formatInstant } from '../../kernel/instants.ts'
import type { RoomBase } from '../room-base.ts'
import { type Pruned, pruneSessions, sessionFiles, sizeOf, telemetryConfig, telemetryTotals } from './files.ts'
import { recorderOf } from './recorder.ts'
import type { Scopes } from './scopes.ts'

type Parts = Pick<RoomBase, 'control' | 'clock' | 'log'>

export interface TelemetrySummary extends Scopes {
  session: { id: string; startedAt: string } & Scopes
}

/** Everything up to this moment, also what other processes have written. */
export async function telemetrySummary(parts: Parts): Promise<TelemetrySummary> {
  const recorder = recorderOf(parts)
  await recorder.flush()
  const totals = await telemetryTotals(parts.control).read()
  return { ...totals, session: { id: recorder.id, startedAt: recorder.startedAt, ...recorder.session() } }
}

export interface TelemetryStatus {
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
