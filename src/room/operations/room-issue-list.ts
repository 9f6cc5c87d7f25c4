import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { filteredIssues } from '../issues/filter.ts'
import { thawed } from '../issues/freeze.ts'
import { requireAgent } from '../issues/personal.ts'
import { Issue, issueStatuses, priorities } from '../issues/schema.ts'
import { issueMemoryStore } from '../memory/issue-memory.ts'
import { PageInput, pageOf } from '../page.ts'

const words = z.array(z.string().max(80)).max(20)

export const roomIssueList = roomOperation({
  name: 'room_issue_list',
  summary: 'Issues, newest first; all filters that are given must hold, and no status means every status.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/issues'],
  input: z.strictObject({
    tag: words.optional(),
    assignedTo: z.string().optional(),
    priority: z.enum(priorities).optional(),
    status: z.enum(issueStatuses).optional(),
    q: z.string().max(500).optional(),
    personalAgent: z.string().optional(),
    personalTags: words.optional(),
    excludePersonalTags: words.optional(),
    minInterestLevel: z.int().min(1).max(5).optional(),
    ...PageInput,
  }),
  output: z.object({ issues: z.array(Issue), total: z.int(), nextCursor: z.string().nullable() }),
  async run({ personalAgent, limit, cursor, ...filter }, { room }) {
    const person = personalAgent !== undefined && {
      agent: await requireAgent(room, personalAgent),
      memory: await issueMemoryStore(room.control).read(),
    }
    const issues = (await room.issues.all()).map(issue => thawed(issue, room.clock()))
    const found = filteredIssues(issues, filter, person || undefined)
    const { items, nextCursor } = pageOf(found, ({ id }) => String(id), { limit, cursor })
    return { issues: items, total: found.length, nextCursor }
  },
})
