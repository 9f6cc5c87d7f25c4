import { createReadStream } from 'node:fs'
import { sha256 } from '../../files/sha256.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import type { Archive } from '../archive/archive.ts'
import type { DiaryContext } from '../context.ts'
import { dayAt } from '../dates/zone.ts'
import { account } from '../prepare/account.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import type { OpenIndex } from '../prepare/open-index.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import { hashSpans } from '../workspace/hash-spans.ts'
import { countDays } from './count-days.ts'
import { type DayPart, daysHolding } from './days.ts'
import { type Family, familyOf } from './family.ts'
import type { SessionName } from './find-session.ts'
import { withDays } from './finish.ts'
import type { Tombstone } from './tombstones.ts'

/** Everything that forgetting a session takes away, before it does. */
export interface ForgetPlan {
  family: Family
  parts: DayPart[]
  tombstone: Tombstone
}

interface Wanted extends SessionName {
  reason: string | null
  deleteTranscripts: boolean
}

export async function planForgetting(
  { diary, clock }: Pick<DiaryContext, 'diary' | 'clock'>,
  { cache, archive }: OpenIndex,
  { source, sessionId, reason, deleteTranscripts }: Wanted,
): Promise<ForgetPlan> {
  const transcripts = cache.transcripts()
  const accounted = await account(cache, archive, diary.root)
  const family = await familyOf(source, sessionId, { transcripts, account: accounted, archive })
  const ids = new Set(family.sessionIds)
  const parts = await daysHolding(diary, (from, id) => from === source && ids.has(id))
  const own = new Map(accounted.included.map(({ transcript, ownership }) => [transcript.key, ownership.turns]))
  const turns = family.transcripts.flatMap(transcript =>
    (own.get(transcript.key) ?? []).flatMap(index => {
      const at = transcript.turns[index]?.at
      return at === undefined ? [] : [{ date: dayAt(at, diary.timezone), sessionId: transcript.sessionId }]
    }),
  )
  const tombstone: Tombstone = {
    schema_version: 1,
    source,
    session_id: sessionId,
    forgotten_at: formatInstant(clock()),
    reason,
    session_ids: family.sessionIds,
    paths: family.transcripts.map(({ key }) => sha256(key)),
    turn_ids: family.turnIds.map(sha256),
    spans: await spansOf(family.transcripts, archive),
    refs: [],
    days: countDays(turns),
    rebuild: [],
    delete_transcripts: deleteTranscripts,
  }
  return { family, parts, tombstone: withDays(tombstone, parts) }
}

/** The hashes by which reports cite the turns of these transcripts. */
async function spansOf(transcripts: readonly IndexedTranscript[], archive: Archive | null): Promise<string[]> {
  const hashes = new Set<string>()
  for (const transcript of transcripts) {
    const spans = transcript.turns.map(({ startLine, endLine }) => ({ start: startLine, end: endLine }))
    if (spans.length === 0) continue
    try {
      const found = await hashSpans(await chunksOf(transcript, archive), spans)
      for (const hash of found.spans.values()) hashes.add(hash)
    } catch (error) {
      // A file that went meanwhile is known by its place and its session.
      if (!(error instanceof Unreadable || (error instanceof Error && 'syscall' in error))) throw error
    }
  }
  return [...hashes]
}

async function chunksOf(transcript: IndexedTranscript, archive: Archive | null): Promise<AsyncIterable<Buffer>> {
  const { form, archived, path, size } = transcript
  if (form === 'lines' && !archived) return createReadStream(path, { end: size - 1 })
  const chunks: Buffer[] = []
  await readTranscript(transcript, archive, chunk => chunks.push(Buffer.from(chunk)))
  return (async function* () {
    yield* chunks
  })()
}
