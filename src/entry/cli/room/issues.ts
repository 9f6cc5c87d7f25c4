import type { z } from 'zod'
import {
  roomIssueChange,
  roomIssueComment,
  roomIssueList,
  roomIssueOpen,
  roomIssueShow,
} from '../../../room/issues/operations.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import { oneOf } from './one-of.ts'
import type { RoomVerb } from './verb.ts'
import { block, facts, painted } from './words.ts'

const statuses = roomIssueList.input.shape.status.unwrap().options
const priorities = roomIssueList.input.shape.priority.unwrap().options

interface Filter {
  status?: string
  tag?: string[]
  priority?: string
  search?: string
}

export const issueList: RoomVerb<[], Filter, z.output<typeof roomIssueList.output>> = {
  usage: 'list',
  summary: 'issues, newest first',
  options: [
    ['--status <status>', statuses.join(', ')],
    ['--tag <tag>', 'with this tag; may be given more than once', 'many'],
    ['--priority <priority>', priorities.join(', ')],
    ['--search <text>', 'with these words'],
  ],
  examples: ['issues list --status open', 'issues list --tag canon --json'],
  ask: ({ call }, { status, tag, priority, search }) =>
    call(roomIssueList, {
      status: oneOf('--status', status, statuses),
      priority: oneOf('--priority', priority, priorities),
      ...(tag && { tag }),
      ...(search !== undefined && { q: search }),
    }),
  show({ issues, total }, page) {
    const { bold } = page.colors
    const table = issues.map(({ id, status, priority, tags, title }) => [
      { text: String(id), paint: bold },
      painted(status, page.colors),
      priority,
      tags.join(' '),
      title,
    ])
    page.data(rows(table, page))
    if (total > issues.length) page.note(`${issues.length} of ${total}.`)
    if (total === 0) page.note('There are none: daybook room issues open "…"')
  },
}

export const issueShow: RoomVerb<[id: string], object, z.output<typeof roomIssueShow.output>> = {
  usage: 'show <id>',
  summary: 'one issue with its comments',
  examples: ['issues show 1'],
  ask: ({ call }, _, id) => call(roomIssueShow, { id: numberOf(id) }),
  show({ id, title, status, priority, tags, assignedTo, openedBy, createdAt, body, comments }, page) {
    page.line(page.colors.bold(visible(`#${id} ${title}`)))
    facts(page, [
      ['status', status],
      ['priority', priority],
      ['tags', tags.join(' ')],
      ['assigned', assignedTo],
      ['opened', `${when(createdAt)} by ${openedBy}`],
    ])
    if (body.trim() !== '') {
      page.line()
      block(page, body)
    }
    for (const comment of comments) {
      page.line()
      page.line(page.colors.dim(visible(`${comment.author}, ${when(comment.timestamp)}`)))
      block(page, comment.body)
    }
  },
}

interface NewIssue {
  body?: string
  tag?: string[]
  priority?: string
  assign?: string
}

export const issueOpen: RoomVerb<[title: string], NewIssue, z.output<typeof roomIssueOpen.output>> = {
  usage: 'open <title>',
  summary: 'open an issue',
  options: [
    ['--body <text>', 'what it is about; - reads it from stdin'],
    ['--tag <tag>', 'may be given more than once', 'many'],
    ['--priority <priority>', priorities.join(', ')],
    ['--assign <agent>', 'an agent id'],
  ],
  examples: ['issues open "Which way does the tide run?" --tag canon --assign continuity'],
  async ask({ call }, { body, tag, priority, assign }, title) {
    return call(roomIssueOpen, {
      title,
      ...(body !== undefined && { body: body === '-' ? await readText('-') : body }),
      ...(tag && { tags: tag }),
      priority: oneOf('--priority', priority, priorities),
      ...(assign !== undefined && { assignedTo: assign }),
    })
  },
  show: ({ id }, page) => page.line(String(id)),
}

export const issueComment: RoomVerb<[id: string, text: string], object, z.output<typeof roomIssueComment.output>> = {
  usage: 'comment <id> <text>',
  summary: 'say something on an issue; - reads it from stdin',
  examples: ['issues comment 1 "Every four minutes, says the card."'],
  async ask({ call }, _, id, text) {
    return call(roomIssueComment, { id: numberOf(id), body: text === '-' ? await readText('-') : text })
  },
  show: ({ id }, page) => page.note(`Comment ${id}.`),
}

export const issueClose: RoomVerb<[id: string], object, z.output<typeof roomIssueChange.output>> = {
  usage: 'close <id>',
  summary: 'close an issue',
  examples: ['issues close 2'],
  ask: ({ call }, _, id) => call(roomIssueChange, { id: numberOf(id), status: 'closed' }),
  show: ({ id, status }, page) => page.line(`${id}  ${status}`),
}

function numberOf(given: string): number {
  if (/^#?[1-9]\d{0,14}$/.test(given)) return Number(given.replace('#', ''))
  throw usageFault('An issue is named by its number.', 'See them: daybook room issues list')
}
