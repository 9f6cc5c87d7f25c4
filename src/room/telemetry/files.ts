import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ifExists, namesIn } from '../../files/if-exists.ts'
import { noteFile } from '../../files/replace.ts'
import { formatInstant, parseInstant } from '../../kernel/instants.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { noScopes, Scopes } from './counters.ts'

export function telemetryTotals(control: string): JsonStore<Scopes> {
  return jsonStore({
    file: join(control, 'telemetry', 'totals.json'),
    locks: join(control, 'locks', 'telemetry'),
    schema: Scopes,
    empty: noScopes,
    survives: 'kill',
  })
}

interface SessionFile {
  id: string
  begun: number
  bytes: number
}

const sessionFolder = (control: string) => join(control, 'telemetry', 'sessions')
const sessionPath = (control: string, id: string) => join(sessionFolder(control), `${id}.json`)

/** The counts of one process; no other process writes its file. */
export async function writeSession(control: string, session: { id: string } & Scopes): Promise<void> {
  await mkdir(sessionFolder(control), { recursive: true, mode: 0o700 })
  await noteFile(sessionPath(control, session.id), `${JSON.stringify(session, null, 2)}\n`)
}

/** Oldest first; files without the name of a session are left out. */
export async function sessionFiles(control: string): Promise<SessionFile[]> {
  const ids = (await namesIn(sessionFolder(control)))
    .filter(name => name.endsWith('.json') && !name.startsWith('.'))
    .map(name => name.replace(/\.json$/, ''))
    .sort()
  const found = await Promise.all(
    ids.map(async id => ({ id, begun: sessionStart(id), bytes: await sizeOf(sessionPath(control, id)) })),
  )
  return found.flatMap(({ id, begun, bytes }) => (begun === undefined ? [] : [{ id, begun, bytes }]))
}

export async function sizeOf(path: string): Promise<number> {
  return (await ifExists(stat(path)))?.size ?? 0
}

/** `yyyymmdd_hhmmss_<4 hex>`, so that the names sort by time. */
export function telemetrySessionId(ms: number, random: Uint8Array): string {
  const [date = '', time = ''] = formatInstant(ms).split('T')
  const hex = Buffer.from(random.subarray(0, 2)).toString('hex')
  return `${date.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}_${hex}`
}

const shape = /^(\d{4})(\d{2})(\d{2})_(\d{2})(\d{2})(\d{2})_[0-9a-f]{4}$/

/** When the session of this id began; undefined for what is not the id of a session. */
export function sessionStart(id: string): number | undefined {
  const found = shape.exec(id)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second] = found
  return parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const day = 86_400_000

/** Sessions beyond what the settings keep: too old, too many, or together too large; the oldest go first. */
export function overdueSessions(
  files: readonly SessionFile[],
  { maxSessions, maxAgeDays, maxTotalMb }: TelemetryConfig,
  { now, own }: { now: number; own: string },
): SessionFile[] {
  const newestFirst = [...files].sort((a, b) => (a.id < b.id ? 1 : -1))
  let [kept, bytes] = [0, 0]
  const overdue = newestFirst.filter(file => {
    const fits = kept < maxSessions && bytes + file.bytes <= maxTotalMb * 1_048_576
    const stays = file.id === own || (fits && now - file.begun <= maxAgeDays * day)
    if (stays) [kept, bytes] = [kept + 1, bytes + file.bytes]
    return !stays
  })
  return overdue.reverse()
}

export interface Pruned {
  removed: number
  files: number
  bytes: number
}

export async function pruneSessions(
  control: string,
  config: TelemetryConfig,
  at: { now: number; own: string },
): Promise<Pruned> {
  const files = await sessionFiles(control)
  const overdue = overdueSessions(files, config, at)
  for (const { id } of overdue) await rm(sessionPath(control, id), { force: true })
  const left = files.filter(file => !overdue.includes(file))
  return { removed: overdue.length, files: left.length, bytes: left.reduce((sum, file) => sum + file.bytes, 0) }
}

export const TelemetryConfig = z.looseObject({
  enabled: z.boolean().default(true),
  maxSessions: z.int().min(1).max(10_000).default(200),
  maxAgeDays: z.int().min(1).max(3650).default(90),
  maxTotalMb: z.int().min(1).max(10_000).default(50),
})
export type TelemetryConfig = z.output<typeof TelemetryConfig>

export function telemetryConfig(control: string): JsonStore<TelemetryConfig> {
  return jsonStore({
    file: join(control, 'telemetry', 'config.json'),
    locks: join(control, 'locks', 'telemetry'),
    schema: TelemetryConfig,
    empty: () => TelemetryConfig.parse({}),
  })
}
