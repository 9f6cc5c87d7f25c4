import type { FacetFound, FacetRequest } from '../../query/facets.ts'
import { labelOf } from '../../transcripts/agents.ts'
import type { DiaryContext } from '../context.ts'
import { formatInZone } from '../dates/zone.ts'
import { historyProject, type SessionHits } from './history.ts'
import { searchSessions } from './search-sessions.ts'

const passagesPerSession = 3

/** Sessions that answer a query, each with its best passages. */
export async function findSessions(
  ctx: Pick<DiaryContext, 'diary' | 'log' | 'clock'>,
  { query, from, limit }: FacetRequest,
): Promise<FacetFound> {
  const page = { from, sessions: limit, hitsPerSession: passagesPerSession }
  const { sessions, matched, candidates, next, behind } = await searchSessions(ctx, query, page)
  const isAll = from === 0 && next === null
  return {
    total: isAll ? sessions.length : candidates,
    totalIs: isAll ? 'exact' : 'at_most',
    matched,
    hits: sessions.map(session => hitOf(session, ctx.diary.timezone)),
    next,
    behind,
  }
}

function hitOf({ session_ref, transcript, project, title, firstAt, lastAt, hits }: SessionHits, zone: string) {
  const at = lastAt ?? firstAt
  const date = at === null ? 'undated' : formatInZone(at, zone).slice(0, 10)
  const passages = hits.map(({ line, role, tool, isError, excerpt, matches, span_sha256, history }) => ({
    label: isError ? 'error' : (tool ?? role),
    excerpt,
    matches,
    address: `/diary/${date}/${historyProject}/${session_ref}#L${line}`,
    citation: { project_key: historyProject, session_ref, lines: `${line}-${line}`, span_sha256 },
    ...(history && { error_history: history }),
  }))
  const [best] = passages
  return {
    id: session_ref,
    title: title || session_ref,
    label: [labelOf(transcript.source), project].filter(Boolean).join(' · '),
    project: project || null,
    at: at === null ? null : formatInZone(at, zone),
    excerpt: best?.excerpt ?? '',
    matches: best?.matches ?? [],
    address: best?.address ?? `/diary/${date}/${historyProject}/${session_ref}`,
    ...(best && { citation: best.citation }),
    passages,
  }
}
