import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { replaceFile } from '../../files/replace.ts'
import type { EventLog } from '../../jobs/follow.ts'
import { isHeld } from '../../jobs/jobs.ts'
import { canonicalLine } from '../../receipts/canonical.ts'
import { noteActivity } from '../activity.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { BuiltIndex, CardRemark } from '../schema.ts'
import { type CanonEntry, type CanonMeta, canonSchemaVersion } from './entry.ts'
import { type CanonFiles, canonFiles, type JobLine, readCards, stalePaths } from './files.ts'

/** The latest build, read from its lines. */
export interface Job {
  id: string
  agentId: string | null
  /** Which cards it was asked to read, where it was not those that changed. */
  asked: { full?: boolean | undefined; paths?: string[] | undefined }
  total: number
  done: number
  entries: CanonEntry[]
  fallbacks: CardRemark[]
  failures: CardRemark[]
  dropped: number
  startedAt: string
  /** Undefined while it is being worked on, and after its process was killed. */
  ended?: 'indexed' | 'cancelled'
}

export function jobIn(lines: readonly JobLine[]): Job | undefined {
  const start = lines.findLast(({ type }) => type === 'canon.started')
  if (!start) return undefined
  const own = lines.filter(({ job_id }) => job_id === start.job_id)
  const cards = own.filter(({ type }) => type === 'canon.progress')
  const ended = own.find(({ type }) => type === 'canon.finished')?.status
  return {
    id: start.job_id,
    agentId: start.agentId ?? null,
    asked: { full: start.full, paths: start.paths },
    total: start.total ?? 0,
    done: cards.length,
    entries: cards.flatMap(({ entry }) => entry ?? []),
    fallbacks: cards.flatMap(({ path = '', fallback }) => (fallback ? [{ path, reason: fallback }] : [])),
    failures: cards.flatMap(({ path = '', failure }) => (failure ? [{ path, reason: failure }] : [])),
    dropped: cards.reduce((sum, { dropped = 0 }) => sum + dropped, 0),
    startedAt: start.ts,
    ...(ended && { ended }),
  }
}

type NewLine = Omit<JobLine, 'seq' | 'ts'>

/** Begins a journal in place of the last one, whose numbers go on; what was found before and still holds is taken over. */
export async function beginJournal(
  room: Pick<Room, 'clock'>,
  files: CanonFiles,
  last: number,
  lines: readonly NewLine[],
): Promise<void> {
  const ts = instant(room)
  const all = lines.map((line, at) => canonicalLine({ ...line, seq: last + 1 + at, ts }))
  await mkdir(files.folder, { recursive: true, mode: 0o700 })
  await replaceFile(files.journalFile, all.join(''))
}

/** Only the process that builds adds lines, so the number of the next one is known without reading. */
export function journalWriter(room: Pick<Room, 'clock'>, files: CanonFiles, last: number) {
  let seq = last
  return async (line: NewLine) => files.journal.append([{ ...line, seq: ++seq, ts: instant(room) }])
}

/** How far the latest build is, to be followed from anywhere. */
export function canonEvents(room: Pick<Room, 'control' | 'clock'>): EventLog {
  const { journal } = canonFiles(room)
  return {
    isKnown: async () => (await journal.read()).length > 0,
    async after(seq) {
      const later = (await journal.read()).filter(line => line.seq > seq)
      return later.map(({ entry: _, ...line }) => ({ seq: line.seq, type: line.type, data: line }))
    },
    isOver: async () => jobIn(await journal.read())?.ended !== undefined,
  }
}

/** The result of a build. */
export type Built = z.output<typeof BuiltIndex> & { status: 'indexed' | 'cancelled' }

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
    ...built.fallbackCards.map(remarkLine),
    `Failures: ${built.failures.length}`,
    ...built.failures.map(remarkLine),
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

function remarkLine({ path, reason }: CardRemark): string {
  return `- ${path}: ${reason}`
}

export const CanonStatus = z.object({
  indexed: z.boolean(),
  status: z.enum(['none', 'building', 'indexed', 'stale']),
  fileCount: z.int(),
  cardCount: z.int(),
  indexedAt: z.string().nullable(),
  schemaVersion: z.int(),
  stale: z.array(z.string()),
  job: z
    .object({ id: z.string(), done: z.int(), total: z.int(), fallbacks: z.int(), failures: z.int() })
    .optional()
    .describe('The latest build'),
})

/** How the index compares with the cards at this moment. */
export async function canonStatus(room: Room): Promise<z.output<typeof CanonStatus>> {
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
