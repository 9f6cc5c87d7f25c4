import { diaryRefIn } from '../ports/check-ref.ts'
import type { OpenIndex } from '../prepare/open-index.ts'
import { orUndefined, quoted, reject } from '../rejection.ts'
import { workspaceDays } from '../report/stored-reports.ts'
import type { DiarySettings } from '../settings.ts'
import { openWorkspace } from '../workspace/open.ts'
import { loadProject, loadProjects, rowOf } from '../workspace/project.ts'

export interface SessionName {
  source: string
  sessionId: string
}

interface Asked {
  session: string
  agent: string | undefined
}

const shortestBeginning = 6

/**
 * The session that a text names: its id as the agent gave it or the beginning of it, the ref of a search, or a place of the diary.
 * Sessions that are left only in prepared days are found as well.
 */
export async function findSession(
  settings: DiarySettings,
  { cache, search }: Pick<OpenIndex, 'cache' | 'search'>,
  { session, agent }: Asked,
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
  if (!first) return reject('session', `unknown session${quoted(session)}`, 'daybook search names sessions', 'absent')
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
