import { z } from 'zod'
import { withoutUndefined } from '../../kernel/json.ts'
import { text } from '../../kernel/text.ts'
import { requireAgent } from '../agents/edit-agents.ts'
import { roomCommand, roomOperation, roomQuery } from '../context.ts'
import { rewardResolved } from '../credits/awards.ts'
import { notFound } from '../faults.ts'
import { issueMemoryStore } from '../memory/issue-memory.ts'
import { notices, notify } from '../notifications/notify.ts'
import { PageInput, pageOf } from '../page.ts'
import { callerOf, instant } from '../room-base.ts'
import { Tags } from '../schema.ts'
import { countIssueAccess } from '../telemetry/observe.ts'
import { acceptedTurn } from '../turns/turn-rows.ts'
import { commentAsAgent, commentAsPerson, editIssue } from './edit.ts'
import { filteredIssues, IssueFilter } from './filter.ts'
import { endExpiredFreeze } from './levels.ts'
import { epistemicStatuses, Issue, impactLevels, issueLimits, issueStatuses, priorities } from './schema.ts'
import { requireIssue } from './store.ts'

export const roomIssueOpen = roomOperation({
  name: 'room_issue_open',
  summary: 'Opens an issue. With a sourceKey that is known, answers with the issue that has it.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  routes: ['POST /api/issues'],
  input: z.strictObject({
    title: text({ max: issueLimits.title, oneLine: true }),
    body: text({ max: issueLimits.body, blank: true }).default(''),
    tags: Tags.default([]),
    priority: z.enum(priorities).default('normal'),
    assignedTo: text({ max: 80, oneLine: true }).optional().describe('An agent id'),
    sourceKey: text({ max: 200, oneLine: true }).optional(),
  }),
  output: z.looseObject({ id: z.int(), title: z.string(), status: z.string(), created: z.boolean() }),
  toStatus: ({ created }) => ({ http: created ? 201 : 200 }),
  async run(given, { call, room }) {
    const { issue, created } = await room.issues.open(
      { ...withoutUndefined(given), openedBy: callerOf(call).name },
      instant(room),
    )
    return { ...issue, created }
  },
})

export const roomIssueComment = roomOperation({
  name: 'room_issue_comment',
  summary: 'Comments on an issue. An agent of the room comments from an accepted turn of its own.',
  effect: 'append',
  access: 'writer',
  schemaDetail: 'brief',
  routes: ['POST /api/issues/{id}/comments'],
  input: z.strictObject({
    id: z.int().min(1),
    body: text({ max: issueLimits.comment }),
    impactLevel: z.enum(impactLevels).optional(),
    action: z
      .strictObject({ type: text({ max: 80, oneLine: true }), details: z.unknown().optional() })
      .optional()
      .describe('What was done'),
    agentId: z.string().optional().describe('Whose comment it is, with turnId'),
    turnId: z.string().optional(),
  }),
  output: z.looseObject({ id: z.int(), author: z.string(), timestamp: z.string() }),
  toStatus: () => ({ http: 201 }),
  async run({ id, agentId, turnId, ...given }, { call, room }) {
    const { name, isProgram } = callerOf(call)
    if (!isProgram && agentId === undefined && turnId === undefined) return commentAsPerson(room, id, name, given)
    const turn = turnId === undefined ? undefined : await room.db.read(tx => acceptedTurn(tx, room.project, turnId))
    const author = { agentId, turnId, turn, ...(isProgram && { program: name }) }
    const { comment, isFrozen } = await commentAsAgent(room, id, author, given)
    if (isFrozen) await notify(room, notices.issueFrozen(id))
    return comment
  },
})

export const roomIssueList = roomQuery({
  name: 'room_issue_list',
  summary: 'Issues, newest first; all filters that are given must hold, and no status means every status.',
  routes: ['GET /api/issues'],
  input: z.strictObject({ ...IssueFilter.shape, ...PageInput }),
  output: z.object({ issues: z.array(Issue), total: z.int(), nextCursor: z.string().nullable() }),
  async run({ limit, cursor, ...filter }, { room }) {
    const { personalAgent } = filter
    const person = personalAgent !== undefined && {
      agent: await requireAgent(room, personalAgent),
      memory: await issueMemoryStore(room.control).read(),
    }
    const issues = (await room.issues.all()).map(issue => endExpiredFreeze(issue, room.clock()))
    const found = filteredIssues(issues, filter, person || undefined)
    const { items, nextCursor } = pageOf(found, ({ id }) => String(id), { limit, cursor })
    return { issues: items, total: found.length, nextCursor }
  },
})

export const roomIssueShow = roomQuery({
  name: 'room_issue_show',
  summary: 'One issue with all its comments.',
  routes: ['GET /api/issues/{id}'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: Issue,
  async run({ id }, { call, room }) {
    const issue = await requireIssue(room, id)
    room.issues.touch(id, instant(room))
    countIssueAccess(room, { surface: callerOf(call).surface })
    return endExpiredFreeze(issue, room.clock())
  },
})

export const roomIssueChange = roomCommand({
  name: 'room_issue_change',
  summary: 'Changes the given fields of an issue and keeps the others; verified needs receipts linked to it.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['PUT /api/issues/{id}'],
  input: z.strictObject({
    id: z.int().min(1),
    title: text({ max: issueLimits.title, oneLine: true }).optional(),
    body: text({ max: issueLimits.body, blank: true }).optional(),
    assignedTo: text({ max: 80, oneLine: true }).nullable().optional(),
    tags: Tags.optional(),
    priority: z.enum(priorities).optional(),
    status: z.enum(issueStatuses).optional(),
    epistemicStatus: z.enum(epistemicStatuses).nullable().optional(),
  }),
  output: Issue,
  async run({ id, ...edit }, { call, room }) {
    const { issue, isClosed } = await editIssue(room, id, edit)
    if (isClosed) await rewardResolved(room, issue, callerOf(call).name)
    return issue
  },
})

export const roomIssueRemove = roomCommand({
  name: 'room_issue_remove',
  summary: 'Takes an issue out of all lists; its text and its audit folder stay, and it can be revived.',
  effect: 'destroy',
  access: 'writer',
  routes: ['DELETE /api/issues/{id}'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({ id: z.int(), deletedAt: z.string() }),
  async run({ id }, { room }) {
    const at = instant(room)
    if (!(await room.issues.remove(id, at))) throw notFound('issue', { issueId: id })
    return { id, deletedAt: at }
  },
})

export const roomIssueRevive = roomCommand({
  name: 'room_issue_revive',
  summary: 'Brings an issue back whole, from deletion and from the short version of old ones.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/issues/{id}/revive'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: Issue,
  async run({ id }, { room }) {
    const issue = await room.issues.revive(id, instant(room))
    if (!issue) throw notFound('issue', { issueId: id })
    return issue
  },
})
