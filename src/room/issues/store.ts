import { notFound } from '../faults.ts'
import { type JsonStore, jsonStoreIn } from '../store/json-store.ts'
import { levelsOf, lowerLevelIfIdle } from './levels.ts'
import { type Comment, type Issue, StoredIssues as Schema, type StoredIssues } from './schema.ts'

export type NewIssue = Pick<Issue, 'title' | 'body' | 'openedBy'> &
  Partial<Pick<Issue, 'assignedTo' | 'tags' | 'priority' | 'status' | 'epistemicStatus' | 'sourceKey' | 'conferenceId'>>

export interface NewComment {
  author: string
  body: string
  action?: { type: string; details?: unknown }
  impactLevel?: Comment['impactLevel']
  evidence?: unknown
}

/** The issues of a workspace, numbered from 1 and never renumbered. */
export interface IssueStore {
  all(): Promise<Issue[]>
  get(id: number): Promise<Issue | undefined>
  /** The one that is there already when the source key is known. */
  open(issue: NewIssue, now: string): Promise<{ issue: Issue; created: boolean }>
  /** Undefined when there is no such issue. */
  change(id: number, now: string, work: (issue: Issue) => Issue): Promise<Issue | undefined>
  comment(id: number, now: string, comment: NewComment): Promise<Comment | undefined>
  /** Marks it as accessed; stored with the next change. */
  touch(id: number, now: string): void
  /** It is no longer listed, but its number, its text and its audit folder stay. */
  remove(id: number, now: string): Promise<Issue | undefined>
  /** Brings an issue back whole: from deletion, and from the short versions of old ones. */
  revive(id: number, now: string): Promise<Issue | undefined>
  /** Shortens closed issues that are not accessed; answers with their numbers. */
  lowerLevels(now: number): Promise<number[]>
}

export function issueStore(controlRoom: string): IssueStore {
  const store: JsonStore<StoredIssues> = jsonStoreIn(controlRoom, 'issues/issues.json', Schema, {
    version: 1,
    nextId: 1,
    issues: [],
  })
  const touched = new Map<number, string>()
  return {
    all: async () => (await store.read()).issues.filter(isThere),
    get: async id => (await store.read()).issues.find(issue => issue.id === id && isThere(issue)),
    open: (given, now) =>
      write<{ issue: Issue; created: boolean }>(stored => {
        const known = given.sourceKey && stored.issues.find(issue => issue.sourceKey === given.sourceKey)
        if (known) return { result: { issue: known, created: false } }
        const issue = newIssue(given, stored.nextId, now)
        const next = { ...stored, nextId: stored.nextId + 1, issues: [...stored.issues, issue] }
        return { next, result: { issue, created: true } }
      }),
    change: (id, now, work) => change(id, now, isThere, work),
    async comment(id, now, given) {
      const changed = await change(id, now, isThere, issue => withComment(issue, given, now))
      return changed?.comments.at(-1)
    },
    touch(id, now) {
      touched.set(id, now)
    },
    remove: (id, now) => change(id, now, isThere, issue => ({ ...issue, deletedAt: now })),
    revive: (id, now) =>
      change(
        id,
        now,
        () => true,
        ({ deletedAt: _, ...issue }) => ({ ...issue, memoryLevel: 5, lastAccessedAt: now }),
      ),
    lowerLevels: now =>
      write<number[]>(stored => {
        const issues = stored.issues.map(issue => lowerLevelIfIdle(issue, now))
        const changed = issues.filter((issue, at) => issue !== stored.issues[at]).map(({ id }) => id)
        return changed.length === 0 ? { result: [] } : { next: { ...stored, issues }, result: changed }
      }),
  }

  function change(
    id: number,
    now: string,
    which: (issue: Issue) => boolean,
    work: (issue: Issue) => Issue,
  ): Promise<Issue | undefined> {
    return write<Issue | undefined>(stored => {
      const before = stored.issues.find(issue => issue.id === id && which(issue))
      if (!before) return { result: undefined }
      const worked = { ...work(before), id, updatedAt: now }
      const after = { ...worked, tags: keepLastRoadmapTag(worked.tags), ...levelsOf(worked) }
      return {
        next: { ...stored, issues: stored.issues.map(issue => (issue.id === id ? after : issue)) },
        result: after,
      }
    })
  }

  /** Reading writes nothing; accesses are stored with the next change. */
  async function write<R>(
    work: (stored: StoredIssues) => { next: StoredIssues; result: R } | { result: R },
  ): Promise<R> {
    const looks = new Map(touched)
    const { written, result } = await store.change<{ written: boolean; result: R }>(stored => {
      const done = work({ ...stored, issues: stored.issues.map(issue => withLastAccess(issue, looks.get(issue.id))) })
      if (!('next' in done)) return { result: { written: false, result: done.result } }
      return { next: done.next, result: { written: true, result: done.result } }
    })
    if (written) for (const [id, at] of looks) if (touched.get(id) === at) touched.delete(id)
    return result
  }
}

export async function requireIssue({ issues }: { issues: IssueStore }, issueId: number): Promise<Issue> {
  const issue = await issues.get(issueId)
  if (!issue) throw notFound('issue', { issueId })
  return issue
}

/** One more comment; the store numbers it. */
export function withComment(issue: Issue, given: NewComment, now: string): Issue {
  const comment = { ...given, id: (issue.comments.at(-1)?.id ?? 0) + 1, timestamp: now }
  return { ...issue, comments: [...issue.comments, comment] }
}

function withLastAccess(issue: Issue, at: string | undefined): Issue {
  return at === undefined || at <= issue.lastAccessedAt ? issue : { ...issue, lastAccessedAt: at }
}

function newIssue(given: NewIssue, id: number, now: string): Issue {
  const { tags = [], assignedTo = null, priority = 'normal', status = 'open', epistemicStatus = null } = given
  const issue = {
    ...given,
    id,
    tags: keepLastRoadmapTag(tags),
    assignedTo,
    priority,
    status,
    epistemicStatus,
    comments: [],
    memoryLevel: 5,
    createdAt: now,
    updatedAt: now,
    ...(status === 'closed' && { closedAt: now }),
    lastAccessedAt: now,
  }
  return { ...issue, ...levelsOf(issue) }
}

const roadmap = ['Idea', 'Plan', 'Draft', 'Polished']

/** Keeps only the last of the tags that say how far something is. */
function keepLastRoadmapTag(tags: readonly string[]): string[] {
  const last = tags.findLast(tag => roadmap.includes(tag))
  return [...new Set(tags.filter(tag => !roadmap.includes(tag) || tag === last))]
}

function isThere({ deletedAt }: Issue): boolean {
  return deletedAt === undefined
}
