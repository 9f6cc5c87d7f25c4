import { z } from 'zod'
import type { Agent } from '../agents/registry.ts'
import type { IssueMemory } from '../memory/issue-memory.ts'
import { personalView } from '../memory/issue-memory.ts'
import { foldTag, newestFirst } from '../tools/search-issues.ts'
import { type Issue, issueStatuses, priorities } from './schema.ts'

const tags = z.array(z.string().max(80)).max(20)

/** All that is given must hold. */
export const IssueFilter = z.object({
  tag: tags.optional(),
  assignedTo: z.string().optional(),
  priority: z.enum(priorities).optional(),
  status: z.enum(issueStatuses).optional(),
  q: z.string().max(500).optional().describe('With these words'),
  /** Whose interest and tags the next three are about. */
  personalAgent: z.string().optional(),
  personalTags: tags.optional(),
  excludePersonalTags: tags.optional(),
  minInterestLevel: z.int().min(1).max(5).optional(),
})
export type IssueFilter = z.output<typeof IssueFilter>

/** Whose memory the personal filters ask. */
interface Person {
  agent: Pick<Agent, 'id' | 'memoryProfile'>
  memory: IssueMemory
}

/** The issues that fit, newest first. Personal filters apply only when an agent is given. */
export function filteredIssues(issues: readonly Issue[], filter: IssueFilter, person?: Person): Issue[] {
  const fits = [...plainFilters(filter), ...(person ? personalFilters(filter, person) : [])]
  return issues.filter(issue => fits.every(holds => holds(issue))).sort(newestFirst)
}

type Condition = (issue: Issue) => boolean

function plainFilters({ tag = [], assignedTo, priority, status, q }: IssueFilter): Condition[] {
  const tags = tag.map(foldTag)
  const words = foldTag(q ?? '').match(/\S+/g) ?? []
  return [
    issue => tags.every(wanted => issue.tags.some(each => foldTag(each) === wanted)),
    issue => assignedTo === undefined || foldTag(issue.assignedTo ?? '') === foldTag(assignedTo),
    issue => priority === undefined || issue.priority === priority,
    issue => status === undefined || issue.status === status,
    issue => words.length === 0 || containsAll(issue, words),
  ]
}

function containsAll({ id, title, body, tags, comments }: Issue, words: readonly string[]): boolean {
  const text = foldTag([`#${id}`, title, body, ...tags, ...comments.map(comment => comment.body)].join('\n'))
  return words.every(word => text.includes(word))
}

function personalFilters(filter: IssueFilter, { agent, memory }: Person): Condition[] {
  const [wanted, unwanted] = [filter.personalTags ?? [], filter.excludePersonalTags ?? []]
  const own = (issue: Issue) => personalView(memory, agent, issue)
  return [
    issue => wanted.every(tag => own(issue).tags.includes(foldTag(tag))),
    issue => !unwanted.some(tag => own(issue).tags.includes(foldTag(tag))),
    issue => filter.minInterestLevel === undefined || own(issue).interest >= filter.minInterestLevel,
  ]
}
