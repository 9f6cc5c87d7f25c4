import { findCheckout } from '../../files/git-checkout.ts'
import { dayWindow } from '../dates/window.ts'
import { auditedFolders } from '../prepare/audit.ts'
import { loadFacts } from '../workspace/facts.ts'
import { type DiaryProject, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import type { AttributionConfidence } from './attribute.ts'
import { readCommits } from './commit.ts'
import { Explainer } from './explain.ts'
import { GitFailed } from './git.ts'
import { openRepository } from './repository.ts'
import type { CommitSources } from './with-edits.ts'

/** A commit that carries work of a day, with the turns of that day it is of. */
interface DayCommit {
  hash: string
  subject: string
  turns: {
    session_ref: string
    turn_ref: string
    lines: number
    made_commit: boolean
    confidence: AttributionConfidence
  }[]
}

export interface ProjectCommits {
  /** Where the repository is; null where it is not on this machine, and the commits are those that transcripts show. */
  repository: string | null
  commits: DayCommit[]
}

/** How long after a day its work may be committed, and how many commits are looked at. */
const laterMs = 7 * 86_400_000
const mostCommits = 300

/** The commits that carry the work of a project's day. Without `opened` those that its turns are seen to make. */
export async function commitsOfDay(
  opened: CommitSources | null,
  date: string,
  project: DiaryProject,
): Promise<ProjectCommits> {
  const folder = opened && (await repositoryFolder(opened, date, project))
  if (!opened || folder === null) return { repository: null, commits: await commitsSeen(project) }
  try {
    return { repository: folder, commits: await attributedCommits(opened, date, project, folder) }
  } catch (error) {
    if (error instanceof GitFailed) return { repository: null, commits: await commitsSeen(project) }
    throw error
  }
}

async function repositoryFolder(
  { settings }: CommitSources,
  date: string,
  { key }: DiaryProject,
): Promise<string | null> {
  const folders = (await auditedFolders(settings.root, date)).get(key) ?? []
  const { home } = settings.environment
  return folders.flatMap(folder => findCheckout(folder, home)?.main ?? [])[0] ?? null
}

async function commitsSeen(project: DiaryProject): Promise<DayCommit[]> {
  const facts = await loadFacts(project)
  const found = new Map<string, DayCommit>()
  for (const { session_ref, turn_ref } of turnsOf(project)) {
    for (const { hash, subject } of facts.get(turnKey({ session_ref, turn_ref }))?.commits ?? []) {
      const commit = found.get(hash) ?? { hash, subject, turns: [] }
      commit.turns.push({ session_ref, turn_ref, lines: 0, made_commit: true, confidence: 'certain' })
      found.set(hash, commit)
    }
  }
  return [...found.values()]
}

async function attributedCommits(
  opened: CommitSources,
  date: string,
  project: DiaryProject,
  folder: string,
): Promise<DayCommit[]> {
  const own = new Map(turnsOf(project).map(turn => [`${turn.row.source_session_id} ${turn.start}`, turn]))
  const found = await commitsBetween(opened, folder, dayWindow(date, opened.settings.timezone))
  return found.flatMap(({ hash, subject, turns }) => {
    const placed = turns.flatMap(({ session_id, start_line, ...turn }) => {
      const place = own.get(`${session_id} ${start_line}`)
      if (!place) return []
      const { lines, made_commit, confidence } = turn
      return [{ session_ref: place.session_ref, turn_ref: place.turn_ref, lines, made_commit, confidence }]
    })
    return placed.length > 0 ? [{ hash, subject, turns: placed }] : []
  })
}

/** A commit with the turns of any session it is of. */
export interface CarriedCommit {
  hash: string
  subject: string
  turns: {
    session_id: string
    start_line: number
    lines: number
    made_commit: boolean
    confidence: AttributionConfidence
  }[]
}

/** The commits of a repository that carry work done in a time, and were made then or in the week after. */
export async function commitsBetween(
  opened: CommitSources,
  folder: string,
  { start, end }: { start: number; end: number },
): Promise<CarriedCommit[]> {
  const repository = await openRepository(folder, opened.settings.environment.home)
  const range = [`--since=@${Math.floor(start / 1000)}`, `--until=@${Math.ceil((end + laterMs) / 1000)}`]
  const list = await repository.git(['log', '--all', '--no-merges', ...range, `-${mostCommits}`, '--format=%H'])
  const hashes = list
    .toString('utf8')
    .split('\n')
    .filter(hash => hash !== '')
  const explainer = new Explainer(opened, repository)
  const seen = new Set<string>()
  const found: CarriedCommit[] = []
  for await (const change of readCommits(repository.git, hashes)) {
    // What a rebase copied is one commit.
    const same = `${change.authoredAt} ${change.subject}`
    if (seen.has(same)) continue
    seen.add(same)
    const turns = explainer.attribute(change).turns.flatMap(({ turn, lines, madeCommit, confidence }) => {
      const writer = confidence === 'uncertain' ? undefined : explainer.find(turn)
      if (!writer) return []
      const session_id = writer.transcript.sessionId.toWellFormed()
      return [{ session_id, start_line: writer.turn.startLine, lines, made_commit: madeCommit, confidence }]
    })
    if (turns.length > 0) found.push({ hash: change.hash, subject: change.subject.toWellFormed(), turns })
  }
  return found
}
