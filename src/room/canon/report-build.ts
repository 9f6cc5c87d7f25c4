import { noteActivity } from '../activity.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { CanonMeta } from './entry.ts'
import type { Built, CardRemark, Job } from './journal.ts'

export function summarize(status: Built['status'], meta: CanonMeta | undefined, job?: Job): Built {
  const entries = meta?.entries ?? []
  return {
    status,
    fileCount: entries.length,
    categories: [...new Set(entries.map(({ type }) => type))].sort(),
    indexedAt: meta?.indexedAt ?? '',
    fallbacks: job?.fallbacks.length ?? 0,
    failures: job?.failures ?? [],
    fallbackCards: job?.fallbacks ?? [],
    dropped: job?.dropped ?? 0,
  }
}

/** One issue per build, however often its end is reached, and a line in the feed of all parts. */
export async function reportBuild(
  room: Room,
  job: Pick<Job, 'id' | 'agentId' | 'startedAt' | 'done'>,
  built: Built,
  cardCount: number,
): Promise<void> {
  const seconds = (room.clock() - Date.parse(job.startedAt)) / 1000
  const body = [
    `Agent: ${job.agentId ?? 'none (rules)'}`,
    `Cards: ${cardCount}`,
    `Read in this build: ${job.done}`,
    `In the index: ${built.fileCount}`,
    `Duration: ${seconds.toFixed(1)} s`,
    `Dropped claims: ${built.dropped}`,
    `Fallbacks: ${built.fallbacks}`,
    ...built.fallbackCards.map(listed),
    `Failures: ${built.failures.length}`,
    ...built.failures.map(listed),
  ].join('\n')
  const issue = {
    title: `Canon index of ${built.fileCount} cards`,
    body,
    openedBy: 'system',
    tags: ['canon-index'],
    status: built.failures.length > 0 ? ('open' as const) : ('closed' as const),
    sourceKey: `canon:${job.id}`,
  }
  await room.issues.open(issue, instant(room))
  const details = { job_id: job.id, fileCount: built.fileCount, fallbacks: built.fallbacks }
  await noteActivity(room, { type: 'room_canon_built', summary: 'The canon index was built', details })
}

function listed({ path, reason }: CardRemark): string {
  return `- ${path}: ${reason}`
}
