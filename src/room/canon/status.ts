import { isHeld } from '../../jobs/jobs.ts'
import type { Room } from '../room.ts'
import { readCards, stalePaths } from './cards.ts'
import { canonSchemaVersion } from './entry.ts'
import { canonFiles } from './files.ts'
import { jobIn } from './journal.ts'

export interface CanonStatus {
  indexed: boolean
  status: 'none' | 'building' | 'indexed' | 'stale'
  fileCount: number
  cardCount: number
  indexedAt: string | null
  schemaVersion: number
  stale: string[]
  job?: { id: string; done: number; total: number; fallbacks: number; failures: number }
}

/** How the index stands to the cards at this moment. */
export async function canonStatus(room: Room): Promise<CanonStatus> {
  const files = canonFiles(room)
  const [meta, lines, cards, isBuilding] = await Promise.all([
    files.meta.read(),
    files.journal.read(),
    readCards(room),
    isHeld(files.ownerLock),
  ])
  const stale = meta ? stalePaths(meta, cards) : []
  const job = jobIn(lines)
  return {
    indexed: meta !== undefined,
    status: isBuilding ? 'building' : !meta ? 'none' : stale.length > 0 ? 'stale' : 'indexed',
    fileCount: meta?.entries.length ?? 0,
    cardCount: cards.length,
    indexedAt: meta?.indexedAt ?? null,
    schemaVersion: canonSchemaVersion,
    stale,
    ...(job && {
      job: {
        id: job.id,
        done: job.done,
        total: job.total,
        fallbacks: job.fallbacks.length,
        failures: job.failures.length,
      },
    }),
  }
}
