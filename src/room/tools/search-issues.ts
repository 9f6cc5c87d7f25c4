import { cutTo } from '../text/cut.ts'
import { Answer } from './answer.ts'
import { type Arguments, integerArg, listArg, textArg } from './arguments.ts'
import { ToolFault } from './fault.ts'
import type { Tool, ToolContext, ToolIssue } from './tool.ts'

const id = 'search_issues'
const version = '1.0.0'
const filterNames = [
  'tags',
  'assignedTo',
  'status',
  'priority',
  'personalTags',
  'personalAgent',
  'excludePersonalTags',
  'minInterestLevel',
]
const personalNames = new Set(['personalTags', 'excludePersonalTags', 'minInterestLevel'])
/** Interest of an agent in an issue it has no memory of. */
const usualInterest = 3

/** Issues by tag, person, state and an agent's own memory of them. */
export const searchIssues: Tool = {
  id,
  version,
  purpose: 'List issues by tags, assignee, status, priority and personal interest.',
  whenToUse: 'When earlier decisions, open questions or work items matter.',
  args: [
    { name: 'tags', type: 'string[]', required: false, maxItems: 20, summary: 'All of these tags.' },
    { name: 'assignedTo', type: 'string', required: false, summary: 'Agent id or name.' },
    {
      name: 'status',
      type: 'string',
      required: false,
      choices: ['open', 'closed', 'all'],
      default: 'open',
      summary: 'open includes waiting and frozen issues.',
    },
    {
      name: 'priority',
      type: 'string',
      required: false,
      choices: ['low', 'normal', 'high', 'urgent'],
      summary: 'Exactly this priority.',
    },
    { name: 'personalTags', type: 'string[]', required: false, summary: "All of these in the agent's own tags." },
    { name: 'personalAgent', type: 'string', required: false, summary: 'Whose memory counts; the caller by default.' },
    {
      name: 'excludePersonalTags',
      type: 'string[]',
      required: false,
      summary: "None of these in the agent's own tags.",
    },
    {
      name: 'minInterestLevel',
      type: 'integer',
      required: false,
      minimum: 1,
      maximum: 5,
      summary: 'Interest of that agent at least this.',
    },
  ],
  argAliases: { assignee: 'assignedTo', state: 'status' },
  async run(args, ctx) {
    const all = await ctx.issues.list().catch(() => {
      throw new ToolFault('store_unavailable')
    })
    const here = all.filter(issue => ctx.conferenceId !== null && issue.conferenceId === ctx.conferenceId)
    const agent = textArg(args, 'personalAgent') ?? ctx.agentId
    const personal = listArg(args, 'personalTags') ?? listArg(args, 'excludePersonalTags') ?? args.minInterestLevel
    const fits = [...filtersOf(args), ...(agent === null ? [] : personalFilters(args, agent))]
    const found = all.filter(issue => !here.includes(issue) && fits.every(filter => filter(issue))).sort(newestFirst)
    const listed = found.slice(0, 20)
    return new Answer().json(
      {
        tool: id,
        tool_version: version,
        filters: givenFilters({ ...args, status: args.status ?? 'open' }, agent === null),
        total: found.length,
        excluded: here.length,
        issues: listed.map(issue => rowOf(issue, agent)),
        notes: personal !== undefined && agent === null ? ['personal filters ignored: no agent'] : [],
      },
      listed.map(issue => issue.id),
    )
  },
}

type Filter = (issue: ToolIssue) => boolean

function filtersOf(args: Arguments): Filter[] {
  const tags = (listArg(args, 'tags') ?? []).map(fold)
  const person = textArg(args, 'assignedTo')
  const status = textArg(args, 'status') ?? 'open'
  const priority = textArg(args, 'priority')
  return [
    issue => tags.every(tag => issue.tags.some(each => fold(each) === tag)),
    issue =>
      person === undefined ||
      [issue.assignedTo, issue.assignedName].some(each => each !== null && fold(each) === fold(person)),
    issue => status === 'all' || (issue.status === 'closed') === (status === 'closed'),
    issue => priority === undefined || issue.priority === priority,
  ]
}

function personalFilters(args: Arguments, agent: string): Filter[] {
  const wanted = (listArg(args, 'personalTags') ?? []).map(fold)
  const unwanted = (listArg(args, 'excludePersonalTags') ?? []).map(fold)
  const least = integerArg(args, 'minInterestLevel')
  const own = (issue: ToolIssue) => (memoryOf(issue, agent)?.tags ?? []).map(fold)
  return [
    issue => wanted.every(tag => own(issue).includes(tag)),
    issue => !unwanted.some(tag => own(issue).includes(tag)),
    issue => least === undefined || (memoryOf(issue, agent)?.interest ?? usualInterest) >= least,
  ]
}

function memoryOf(issue: ToolIssue, agent: string) {
  return Object.hasOwn(issue.personal, agent) ? issue.personal[agent] : undefined
}

/** Without the personal ones where there is no agent to ask them of. */
function givenFilters(args: Arguments, nobody: boolean): object {
  const names = filterNames.filter(name => args[name] !== undefined && !(nobody && personalNames.has(name)))
  return Object.fromEntries(names.map(name => [name, args[name]]))
}

function newestFirst(a: ToolIssue, b: ToolIssue): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return b.id - a.id
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

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}
