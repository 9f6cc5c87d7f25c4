import { join } from 'node:path'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { levelsOf } from './levels.ts'
import { type Comment, type Issue, type IssueBook, IssueBook as Schema } from './schema.ts'

export type NewIssue = Pick<Issue, 'title' | 'body' | 'openedBy'> &
  Partial<Pick<Issue, 'assignedTo' | 'tags' | 'priority' | 'status' | 'epistemicStatus' | 'sourceKey' | 'conferenceId'>>

export interface NewComment {
  author: string
  body: string
  action?: { type: string; details?: unknown }
  impactLevel?: Comment['impactLevel']
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
}

export function issueStore(controlRoom: string): IssueStore {
  const store: JsonStore<IssueBook> = jsonStore({
    file: join(controlRoom, 'issues', 'issues.json'),
    locks: join(controlRoom, 'locks'),
    schema: Schema,
    empty: (): IssueBook => ({ version: 1, nextId: 1, issues: [] }),
  })
  return {
    all: async () => (await store.read()).issues.filter(isThere),
    get: async id => (await store.read()).issues.find(issue => issue.id === id && isThere(issue)),
    open: (given, now) =>
      store.change<{ issue: Issue; created: boolean }>(book => {
        const known = given.sourceKey && book.issues.find(issue => issue.sourceKey === given.sourceKey)
        if (known) return { result: { issue: known, created: false } }
        const issue = made(given, book.nextId, now)
        const next = { ...book, nextId: book.nextId + 1, issues: [...book.issues, issue] }
        return { next, result: { issue, created: true } }
      }),
    change,
    async comment(id, now, given) {
      const changed = await change(id, now, issue => {
        const comment = { ...given, id: (issue.comments.at(-1)?.id ?? 0) + 1, timestamp: now }
        return { ...issue, comments: [...issue.comments, comment] }
      })
      return changed?.comments.at(-1)
    },
  }

  function change(id: number, now: string, work: (issue: Issue) => Issue): Promise<Issue | undefined> {
    return store.change<Issue | undefined>(book => {
      const before = book.issues.find(issue => issue.id === id && isThere(issue))
      if (!before) return { result: undefined }
      const worked = { ...work(before), id, updatedAt: now }
      const after = { ...worked, tags: roadmapped(worked.tags), ...levelsOf(worked) }
      return { next: { ...book, issues: book.issues.map(issue => (issue.id === id ? after : issue)) }, result: after }
    })
  }
}

function made(given: NewIssue, id: number, now: string): Issue {
  const { tags = [], assignedTo = null, priority = 'normal', status = 'open', epistemicStatus = null } = given
  const issue = {
    ...given,
    id,
    tags: roadmapped(tags),
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

/** Of the tags that say how far something is, the last one counts. */
function roadmapped(tags: readonly string[]): string[] {
  const last = tags.findLast(tag => roadmap.includes(tag))
  return [...new Set(tags.filter(tag => !roadmap.includes(tag) || tag === last))]
}

function isThere({ deletedAt }: Issue): boolean {
  return deletedAt === undefined
}
