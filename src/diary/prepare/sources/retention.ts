import { dirname, join } from 'node:path'
import type { Retention } from '../../../transcripts/reader.ts'
import { readObject } from '../../workspace/json-file.ts'
import { changedAt, type Home } from './homes.ts'

/** What an agent will delete next, by its own rule. */
export interface Deletions {
  source: string
  /** Days after the last change. */
  after_days: number
  /** Transcripts that go within a week, or with the agent's next start. */
  soon: number
  soon_bytes: number
  /** Of those, not in the archive. */
  unarchived: number
  next: { session_id: string; at: number; archived: boolean }[]
}

const dayMs = 86_400_000
const mostNamed = 10

/** Of the agents that delete old transcripts by themselves. */
export async function deletions(
  homes: readonly Home[],
  isArchived: (path: string) => boolean,
  now: number,
): Promise<Deletions[]> {
  const found: Deletions[] = []
  for (const { reader, source, roots, files } of homes) {
    if (!reader.retention || files.length === 0) continue
    const after_days = await deletedAfter(roots, reader.retention)
    const soon = files
      .map(({ file, stamp }) => ({
        session_id: file.relative.replace(/^.*\//, '').replace(/\.jsonl$/, ''),
        at: changedAt(stamp) + after_days * dayMs,
        bytes: stamp.size,
        archived: isArchived(file.path),
      }))
      .filter(({ at }) => at <= now + 7 * dayMs)
      .sort((a, b) => a.at - b.at)
    found.push({
      source,
      after_days,
      soon: soon.length,
      soon_bytes: soon.reduce((sum, { bytes }) => sum + bytes, 0),
      unarchived: soon.filter(({ archived }) => !archived).length,
      next: soon.slice(0, mostNamed).map(({ session_id, at, archived }) => ({ session_id, at, archived })),
    })
  }
  return found
}

/** The shortest time any of the agent's settings gives. */
async function deletedAfter(roots: Home['roots'], { settings, days, defaultDays }: Retention): Promise<number> {
  const set: number[] = []
  for (const { root } of roots) {
    const stored = await readObject(join(dirname(root), settings))
    const after = stored.state === 'read' ? days(stored.value) : undefined
    if (after !== undefined && after >= 0) set.push(after)
  }
  return set.length > 0 ? Math.min(...set) : defaultDays
}
