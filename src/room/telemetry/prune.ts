import { rm } from 'node:fs/promises'
import type { TelemetryConfig } from './config.ts'
import { type SessionFile, sessionFiles, sessionPath } from './files.ts'

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
