import type { Agent } from '../agents/registry.ts'
import type { IssueMemory } from '../memory/issue-memory.ts'
import { personalView } from '../memory/issue-memory.ts'
import type { Issue } from './schema.ts'

/** All that is given must hold. */
export interface IssueFilter {
  tag?: readonly string[] | undefined
  assignedTo?: string | undefined
  priority?: Issue['priority'] | undefined
  status?: Issue['status'] | undefined
  q?: string | undefined
  personalTags?: readonly string[] | undefined
  excludePersonalTags?: readonly string[] | undefined
  minInterestLevel?: number | undefined
}

/** Whose memory the personal filters ask. */
interface Person {
  agent: Pick<Agent, 'id' | 'memoryProfile'>
  memory: IssueMemory
}

/** Those that fit, newest first. Personal filters apply only when an agent is given. */
export function filteredIssues(issues: readonly Issue[], filter: IssueFilter, person?: Person): Issue[] {
  const fits = [...plainFilters(filter), ...(person ? personalFilters(filter, person) : [])]
  return issues.filter(issue => fits.every(holds => holds(issue))).sort(newestFirst)
}

type Condition = (issue: Issue) => boolean

function plainFilters({ tag = [], assignedTo, priority, status, q }: IssueFilter): Condition[] {
  const [tags, words] = [
    tag.map(fold),
    fold(q ?? '')
      .split(/\s+/)
      .filter(Boolean),
  ]
  return [
    issue => tags.every(wanted => issue.tags.some(each => fold(each) === wanted)),
    issue => assignedTo === undefined || fold(issue.assignedTo ?? '') === fold(assignedTo),
    issue => priority === undefined || issue.priority === priority,
    issue => status === undefined || issue.status === status,
    issue => words.length === 0 || containsAll(issue, words),
  ]
}

function containsAll({ id, title, body, tags, comments }: Issue, words: readonly string[]): boolean {
  const text = fold([`#${id}`, title, body, ...tags, ...comments.map(comment => comment.body)].join('\n'))
  return words.every(word => text.includes(word))
}

function personalFilters(filter: IssueFilter, { agent, memory }: Person): Condition[] {
  const [wanted, unwanted] = [filter.personalTags ?? [], filter.excludePersonalTags ?? []]
  const own = (issue: Issue) => personalView(memory, agent, issue)
  return [
    issue => wanted.every(tag => own(issue).tags.includes(fold(tag))),
    issue => !unwanted.some(tag => own(issue).tags.includes(fold(tag))),
    issue => filter.minInterestLevel === undefined || own(issue).interest >= filter.minInterestLevel,
  ]
}

function newestFirst(a: Issue, b: Issue): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return b.id - a.id
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}
