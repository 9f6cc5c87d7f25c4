import { z } from 'zod'
import { byteOrder } from '../../kernel/byte-order.ts'
import { ownValue } from '../../kernel/json.ts'
import { cutTo } from '../../kernel/text.ts'
import { defineTool } from './define-tool.ts'
import { type ToolContext, ToolFault, type ToolIssue } from './tool.ts'

/** Interest of an agent in an issue it has no memory of. */
const usualInterest = 3

const Filters = z.strictObject({
  tags: z.array(z.string()).max(20).describe('All of these tags.').optional(),
  assignedTo: z.string().describe('Agent id or name.').optional(),
  status: z.enum(['open', 'closed', 'all']).describe('open includes waiting and frozen issues.').default('open'),
  priority: z.enum(['low', 'normal', 'high', 'urgent']).describe('Exactly this priority.').optional(),
  personalTags: z.array(z.string()).describe("All of these in the agent's own tags.").optional(),
  personalAgent: z.string().describe('Whose memory counts; the caller by default.').optional(),
  excludePersonalTags: z.array(z.string()).describe("None of these in the agent's own tags.").optional(),
  minInterestLevel: z.int().min(1).max(5).describe('Interest of that agent at least this.').optional(),
})
type Filters = z.output<typeof Filters>

/** Issues by tag, person, state and an agent's own memory of them. */
export const searchIssues = defineTool({
  id: 'search_issues',
  version: '1.0.0',
  purpose: 'List issues by tags, assignee, status, priority and personal interest.',
  whenToUse: 'When earlier decisions, open questions or work items matter.',
  input: Filters,
  argAliases: { assignee: 'assignedTo', state: 'status' },
  async run(filters, { issues, conferenceId, agentId, answer }) {
    const all = await issues.list().catch(() => {
      throw new ToolFault('store_unavailable')
    })
    const here = all.filter(issue => conferenceId !== null && issue.conferenceId === conferenceId)
    const agent = filters.personalAgent ?? agentId
    const personal = filters.personalTags ?? filters.excludePersonalTags ?? filters.minInterestLevel
    const fits = [...filtersOf(filters), ...(agent === null ? [] : personalFilters(filters, agent))]
    const found = all.filter(issue => !here.includes(issue) && fits.every(filter => filter(issue))).sort(newestFirst)
    const listed = found.slice(0, 20)
    return answer.json(
      {
        filters: agent === null ? withoutPersonal(filters) : filters,
        total: found.length,
        excluded: here.length,
        issues: listed.map(issue => rowOf(issue, agent)),
        notes: personal !== undefined && agent === null ? ['personal filters ignored: no agent'] : [],
      },
      listed.map(issue => issue.id),
    )
  },
})

type Filter = (issue: ToolIssue) => boolean

function filtersOf({ tags: given = [], assignedTo: person, status, priority }: Filters): Filter[] {
  const tags = given.map(foldTag)
  return [
    issue => tags.every(tag => issue.tags.some(each => foldTag(each) === tag)),
    issue =>
      person === undefined ||
      [issue.assignedTo, issue.assignedName].some(each => each !== null && foldTag(each) === foldTag(person)),
    issue => status === 'all' || (issue.status === 'closed') === (status === 'closed'),
    issue => priority === undefined || issue.priority === priority,
  ]
}

function personalFilters(filters: Filters, agent: string): Filter[] {
  const wanted = (filters.personalTags ?? []).map(foldTag)
  const unwanted = (filters.excludePersonalTags ?? []).map(foldTag)
  const least = filters.minInterestLevel
  const own = (issue: ToolIssue) => (memoryOf(issue, agent)?.tags ?? []).map(foldTag)
  return [
    issue => wanted.every(tag => own(issue).includes(tag)),
    issue => !unwanted.some(tag => own(issue).includes(tag)),
    issue => least === undefined || (memoryOf(issue, agent)?.interest ?? usualInterest) >= least,
  ]
}

function memoryOf(issue: ToolIssue, agent: string) {
  return ownValue(issue.personal, agent)
}

/** Where there is no agent whose memory could be asked. */
function withoutPersonal({ personalTags: _, excludePersonalTags: __, minInterestLevel: ___, ...filters }: Filters) {
  return filters
}

export function newestFirst(a: Pick<ToolIssue, 'createdAt' | 'id'>, b: Pick<ToolIssue, 'createdAt' | 'id'>): number {
  return byteOrder(b.createdAt, a.createdAt) || b.id - a.id
}

function rowOf(issue: ToolIssue, agent: ToolContext['agentId']) {
  const interest = agent === null ? undefined : memoryOf(issue, agent)?.interest
  const [title, summary] = [cutTo(issue.title, 160), cutTo(issue.summary, 240)]
  return {
    id: issue.id,
    title,
    status: issue.status,
    priority: issue.priority,
    assignedTo: issue.assignedTo,
    tags: issue.tags,
    epistemicStatus: issue.epistemicStatus,
    ...(interest !== undefined && { interest }),
    updatedAt: issue.updatedAt,
    summary,
    ...((title !== issue.title || summary !== issue.summary) && { truncated: true }),
  }
}

/** How tags and names of issues are compared. */
export function foldTag(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}
