import { dirname, join } from 'node:path'
import { numberAt } from '../../../transcripts/record.ts'
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

const claudeDays = 30
const dayMs = 86_400_000
const mostNamed = 10

/** Claude Code deletes old transcripts when it starts; the other agents keep theirs. */
export async function deletions(
  homes: readonly Home[],
  isArchived: (path: string) => boolean,
  now: number,
): Promise<Deletions[]> {
  const claude = homes.find(({ source }) => source === 'claude-code')
  if (!claude || claude.files.length === 0) return []
  const after_days = await cleanupDays(claude)
  const soon = claude.files
    .map(({ file, stamp }) => ({
      session_id: file.relative.replace(/^.*\//, '').replace(/\.jsonl$/, ''),
      at: changedAt(stamp) + after_days * dayMs,
      bytes: stamp.size,
      archived: isArchived(file.path),
    }))
    .filter(({ at }) => at <= now + 7 * dayMs)
    .sort((a, b) => a.at - b.at)
  return [
    {
      source: claude.source,
      after_days,
      soon: soon.length,
      soon_bytes: soon.reduce((sum, { bytes }) => sum + bytes, 0),
      unarchived: soon.filter(({ archived }) => !archived).length,
      next: soon.slice(0, mostNamed).map(({ session_id, at, archived }) => ({ session_id, at, archived })),
    },
  ]
}

/** The shortest time any of the agent's settings gives. */
async function cleanupDays({ roots }: Home): Promise<number> {
  const days: number[] = []
  for (const { root } of roots) {
    const stored = await readObject(join(dirname(root), 'settings.json'))
    const set = stored.state === 'read' ? numberAt(stored.value, 'cleanupPeriodDays') : undefined
    if (set !== undefined && set >= 0) days.push(set)
  }
  return days.length > 0 ? Math.min(...days) : claudeDays
}
