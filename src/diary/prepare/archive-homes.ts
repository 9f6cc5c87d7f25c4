import { setImmediate as breathe } from 'node:timers/promises'
import { Unreadable } from '../../transcripts/reader.ts'
import type { Archive, Keepable, Lines } from '../archive/archive.ts'
import { inParallel } from './in-parallel.ts'
import type { IndexCache } from './index/cache.ts'
import type { Indexed } from './index/index-homes.ts'
import { type OnProgress, PhaseProgress } from './progress.ts'
import { readTranscript } from './transcript-bytes.ts'

/** Keeps every transcript that was indexed and has changed since it was last kept. */
export async function archiveHomes(
  cache: IndexCache,
  archive: Archive,
  { live }: Pick<Indexed, 'live'>,
  keepDays: number | null,
  progress: OnProgress,
): Promise<void> {
  const now = Date.now()
  const oldest = keepDays === null ? null : now - keepDays * dayMs
  const known = archive.known()
  const changed = cache.located().flatMap(transcript => {
    const seen = live.get(transcript.path)
    if (!seen || transcript.size === 0) return []
    const { ino, size, mtimeNs } = seen.stamp
    const mark = transcript.conversation === null ? `${ino} ${size} ${mtimeNs}` : transcript.stamp
    const changedAt = Number(BigInt(mtimeNs) / 1_000_000n)
    const isWanted = known.get(transcript.key)?.mark !== mark && (oldest === null || changedAt >= oldest)
    return isWanted ? [{ transcript, what: { ...transcript, mark, changedAt } satisfies Keepable }] : []
  })
  const total = changed.reduce((sum, { transcript }) => sum + transcript.size, 0)
  const shown = new PhaseProgress(progress, 'archive', changed.length, total)
  await inParallel(changed, lanes, async ({ transcript, what }) => {
    try {
      const lines: Lines = (from, take, to = transcript.size) =>
        readTranscript({ ...transcript, size: Math.min(to, transcript.size) }, null, take, from)
      await archive.keep(what, lines, now)
    } catch (error) {
      // It changed or went while we looked; the next indexing sees it as it is then.
      if (!(error instanceof Unreadable)) throw error
    }
    shown.file(transcript.size)
    await breathe()
  })
  archive.expire(oldest, now)
}

/** Most transcripts are one piece, so several are packed at a time. */
const lanes = 4

const dayMs = 86_400_000
