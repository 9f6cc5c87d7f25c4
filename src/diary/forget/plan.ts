import { createReadStream } from 'node:fs'
import { sha256 } from '../../files/sha256.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import type { Archive } from '../archive/archive.ts'
import { quotedValue } from '../arguments.ts'
import type { DiaryContext } from '../context.ts'
import { dayAt } from '../dates/zone.ts'
import { diaryRefIn } from '../ports/check-ref.ts'
import { decideTurns } from '../prepare/decide-turns.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import type { OpenIndex } from '../prepare/open-index.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import { orUndefined, reject } from '../rejection.ts'
import { workspaceDays } from '../report/stored-reports.ts'
import type { DiarySettings } from '../settings.ts'
import { hashSpans } from '../workspace/line-spans.ts'
import { openWorkspace } from '../workspace/open.ts'
import { loadProject, loadProjects, rowOf } from '../workspace/project.ts'
import { countDays, type DayPart, daysHolding } from './days.ts'
import { type Family, familyOf } from './family.ts'
import { withDays } from './finish.ts'
import type { Tombstone } from './tombstones.ts'

/** Everything that forgetting a session takes away, before it does. */
export interface ForgetPlan {
  family: Family
  parts: DayPart[]
  tombstone: Tombstone
}

interface ForgetRequest extends SessionName {
  reason: string | null
  deleteTranscripts: boolean
}

export async function planForgetting(
  { diary, clock }: Pick<DiaryContext, 'diary' | 'clock'>,
  { cache, archive }: OpenIndex,
  { source, sessionId, reason, deleteTranscripts }: ForgetRequest,
): Promise<ForgetPlan> {
  const transcripts = cache.transcripts()
  const accounted = await decideTurns(cache, archive, diary.root)
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

interface SessionName {
  source: string
  sessionId: string
}

const shortestBeginning = 6

/**
 * The session that a text names: its id as the agent gave it or the beginning of it, the ref of a search, or a place of the diary.
 * Sessions that are left only in prepared days are found as well.
 */
export async function findSession(
  settings: DiarySettings,
  { cache, search }: Pick<OpenIndex, 'cache' | 'search'>,
  { session, agent }: { session: string; agent: string | undefined },
): Promise<SessionName> {
  const place = diaryRefIn(session)
  if (place?.kind === 'session') {
    const workspace = await openWorkspace(settings, place.date)
    const { source, source_session_id } = rowOf(await loadProject(workspace, place.project_key), place.ref)
    return { source, sessionId: source_session_id }
  }
  const key = search.keyOf(session)
  const known: SessionName[] = cache.identities()
  const ofRef = key === null ? undefined : cache.transcript(key)
  if (ofRef) return { source: ofRef.source, sessionId: ofRef.sessionId }
  const isWanted = ({ source, sessionId }: SessionName, exact: boolean) =>
    (agent === undefined || source === agent) &&
    (exact ? sessionId === session : session.length >= shortestBeginning && sessionId.startsWith(session))
  const candidates = [...known, ...(await preparedSessions(settings))]
  const exact = distinct(candidates.filter(each => isWanted(each, true)))
  const found = exact.length > 0 ? exact : distinct(candidates.filter(each => isWanted(each, false)))
  const [first] = found
  if (!first)
    return reject('session', `unknown session${quotedValue(session)}`, 'daybook search names sessions', 'absent')
  if (found.length === 1) return first
  return reject(
    'session',
    `${found.length} sessions are named so`,
    exact.length > 0 ? 'name the agent as well: --agent' : 'write more of the id',
  )
}

async function preparedSessions(settings: DiarySettings): Promise<SessionName[]> {
  const sessions: SessionName[] = []
  for (const date of await workspaceDays(settings)) {
    const projects = await orUndefined(openWorkspace(settings, date).then(loadProjects))
    for (const { rows } of projects ?? []) {
      sessions.push(...rows.map(({ source, source_session_id: sessionId }) => ({ source, sessionId })))
    }
  }
  return sessions
}

function distinct(sessions: readonly SessionName[]): SessionName[] {
  return [...new Map(sessions.map(each => [`${each.source} ${each.sessionId}`, each])).values()]
}
