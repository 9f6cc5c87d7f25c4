import { usageFault } from '../failure.ts'
import { counted, painted, when } from '../format.ts'
import { textOrStdin } from '../input.ts'
import type { VerbGroup } from '../verb.ts'
import { visible } from '../visible.ts'
import { cancelledExit, interruptible, roomVerb } from './part.ts'

export const status = roomVerb('room_status_show', {
  summary: 'how the room is: its Chief, the model of each agent, the canon, the audit',
  examples: ['status', 'status --workspace ~/novel'],
  show({ workspace, chief, agents, canon: index, audit, problems }, page) {
    page.facts([
      ['room', workspace.displayName],
      ['project', workspace.projectId],
      ['chief', chief ?? 'not exactly one'],
      ['canon', index.stale > 0 ? `${index.status}, ${counted(index.stale, 'card')} changed` : index.status],
      ['audit', audit.status],
    ])
    page.line()
    page.table(
      agents.map(agent => [
        { text: agent.id, paint: page.colors.bold },
        agent.role,
        agent.enabled ? agent.status : 'off',
        [agent.provider, agent.model].filter(Boolean).join(' '),
      ]),
    )
    for (const file of problems) page.note(visible(`Cannot be read and is left alone: ${file}`))
  },
})

export const tree = roomVerb('room_tree_show', {
  summary: 'every file agents may see, with its kind and title',
  examples: ['tree', 'tree --json'],
  show({ files, warnings, truncated }, page) {
    const { bold, dim } = page.colors
    page.table(
      files.map(({ path, class: kind, lines, title }) => [
        { text: path, paint: bold },
        { text: kind, paint: dim },
        ...[`${lines} lines`, title],
      ]),
    )
    for (const { path, reason } of warnings) page.note(visible(`Not shown: ${path} (${reason})`))
    if (truncated) page.note('There are more files than a room shows.')
  },
})

export const settings = roomVerb('room_settings_show', {
  summary: 'every setting of the room, or change some: name=value',
  own: { '[changes...]': 'such as evidence.retries=2' },
  examples: ['settings', 'settings evidence.retries=2 chat.historyExchanges=4'],
  ask: ({ call }, _, { changes }) =>
    changes.length === 0
      ? call('room_settings_show', {})
      : call('room_settings_save', Object.fromEntries(changes.map(changeIn))),
  show(all, page) {
    const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    page.facts(
      Object.entries(all).flatMap(([section, values]) =>
        Object.entries(values).map(([name, value]) => [`${section}.${name}`, asText(value)] as const),
      ),
    )
  },
})

function changeIn(given: string): [name: string, value: unknown] {
  const [, name, text] = /^([\w.]+)=([\s\S]*)$/.exec(given) ?? []
  if (name === undefined || text === undefined) {
    throw usageFault('A change is name=value.', 'For example: evidence.retries=2', { given })
  }
  try {
    return [name, JSON.parse(text)]
  } catch {
    return [name, text]
  }
}

export const reindex = roomVerb('room_reindex', {
  summary: 'rebuild the database rows of the room from its files; anchors stay as they are',
  examples: ['reindex'],
  show: ({ receipts, sessions, evidence }, page) =>
    page.line(`${counted(receipts, 'receipt')}, ${counted(sessions, 'session')}, ${evidence} of evidence`),
})

export const tool = roomVerb('room_tool_run', {
  summary: 'run one tool yourself; it leaves a receipt like every run',
  args: { id: 'id' },
  flags: [['session <id>', 'session_id', 'add the receipt to this session of yours']],
  own: { 'args <json>': 'its arguments as one JSON object; - reads it from stdin' },
  examples: [
    `tool canon_checker --args '{"scene_path":"Story/Scenes/SCN-04-the-causeway.md"}'`,
    `tool file_reader --args '{"path":"Story/SCN-outline.md"}' --json`,
  ],
  async ask({ call }, given, { args = '{}' }) {
    const wanted = { ...given, args: objectIn(await textOrStdin(args)) }
    return interruptible(signal => call('room_tool_run', wanted, { signal }))
  },
  show({ output, receipt_id, session_id, truncated, full_size }, page) {
    page.block(output)
    page.note(`receipt ${receipt_id} in session ${session_id}`)
    if (truncated) page.note(`Cut; all ${full_size} bytes: daybook room receipts --output ${receipt_id}`)
  },
  exit: ({ ok }) => (ok ? 0 : 1),
})

function objectIn(text: string): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below, with what to write instead.
  }
  throw usageFault('--args takes one JSON object.', `In quotes for the shell: --args '{"path":"Story/SCN-outline.md"}'`)
}

export const tools = roomVerb('room_tool_list', {
  summary: 'the tools agents have, and what each is for; --json has the schema of their arguments',
  examples: ['tools', 'tools --json'],
  show: ({ tools: all }, page) =>
    page.table(all.map(({ id, purpose }) => [{ text: id, paint: page.colors.bold }, purpose])),
})

const indexCanon = roomVerb('room_canon_build', {
  summary: 'read the cards that changed and compile Canon.md; Ctrl-C ends it, and the next one goes on',
  flags: [['agent <id>', 'agentId'], 'full'],
  examples: ['canon index', 'canon index --full --agent continuity'],
  usesKeys: true,
  ask: ({ call }, given) =>
    interruptible(signal => {
      signal.addEventListener('abort', () => void call('room_canon_cancel', {}).catch(() => {}))
      return call('room_canon_build', { ...given, wait: true })
    }),
  show({ status: end, fileCount = 0, categories = [], fallbacks = 0, failures = [], dropped = 0 }, page) {
    page.line(`${end}  ${counted(fileCount, 'card')}: ${visible(categories.join(', '))}`)
    if (fallbacks > 0) page.note(`${counted(fallbacks, 'card')} read by rules.`)
    if (dropped > 0) {
      page.note(`${counted(dropped, 'claim')} of a model left out, because its card does not bear it out.`)
    }
    for (const { path, reason } of failures) page.note(visible(`Not read: ${path} (${reason})`))
  },
  exit: ({ status: end }) => (end === 'cancelled' ? cancelledExit : 0),
})

const canonStatus = roomVerb('room_canon_status', {
  summary: 'whether the index is there, and which cards changed since',
  examples: ['canon status'],
  show({ status: state, fileCount, cardCount, indexedAt, stale, job }, page) {
    page.line(`${state}  ${fileCount} of ${counted(cardCount, 'card')}${indexedAt ? `, ${when(indexedAt)}` : ''}`)
    for (const path of stale) page.line(visible(`  changed: ${path}`))
    if (state === 'building' && job) page.note(`${job.done} of ${job.total} read.`)
    if (state === 'none' || state === 'stale') page.note('Build it: daybook room canon index')
  },
})

export const canon: VerbGroup = { index: indexCanon, status: canonStatus }

const listIssues = roomVerb('room_issue_list', {
  summary: 'issues, newest first',
  flags: [
    'status',
    ['tag <tag>', 'tag', 'with this tag; may be given more than once'],
    'priority',
    ['search', 'q', 'with these words'],
  ],
  examples: ['issues list --status open', 'issues list --tag canon --json'],
  show({ issues: all, total }, page) {
    page.table(
      all.map(({ id, status: state, priority, tags, title }) => [
        { text: String(id), paint: page.colors.bold },
        painted(state, page.colors),
        ...[priority, tags.join(' '), title],
      ]),
    )
    if (total > all.length) page.note(`${all.length} of ${total}.`)
    if (total === 0) page.note('There are none: daybook room issues open "…"')
  },
})

const showIssue = roomVerb('room_issue_show', {
  summary: 'one issue with its comments',
  args: { id: 'id' },
  examples: ['issues show 1'],
  show({ id, title, status: state, priority, tags, assignedTo, openedBy, createdAt, body, comments }, page) {
    page.line(page.colors.bold(visible(`#${id} ${title}`)))
    page.facts([
      ['status', state],
      ['priority', priority],
      ['tags', tags.join(' ')],
      ['assigned', assignedTo],
      ['opened', `${when(createdAt)} by ${openedBy}`],
    ])
    if (body.trim() !== '') {
      page.line()
      page.block(body)
    }
    for (const comment of comments) {
      page.line()
      page.line(page.colors.dim(visible(`${comment.author}, ${when(comment.timestamp)}`)))
      page.block(comment.body)
    }
  },
})

const openIssue = roomVerb('room_issue_open', {
  summary: 'open an issue',
  args: { title: 'title' },
  flags: [
    ['body', 'body', 'what it is about; - reads it from stdin'],
    ['tag <tag>', 'tags', 'may be given more than once'],
    'priority',
    ['assign <agent>', 'assignedTo', 'an agent id'],
  ],
  examples: ['issues open "Which way does the tide run?" --tag canon --assign continuity'],
  ask: async ({ call }, { body, ...given }) =>
    call('room_issue_open', { ...given, ...(body !== undefined && { body: await textOrStdin(body) }) }),
  show: ({ id }, page) => page.line(String(id)),
})

const commentIssue = roomVerb('room_issue_comment', {
  summary: 'say something on an issue; - reads it from stdin',
  args: { id: 'id', text: 'body' },
  examples: ['issues comment 1 "Every four minutes, says the card."'],
  ask: async ({ call }, { id, body }) => call('room_issue_comment', { id, body: await textOrStdin(body) }),
  show: ({ id }, page) => page.note(`Comment ${id}.`),
})

const closeIssue = roomVerb('room_issue_change', {
  summary: 'close an issue',
  args: { id: 'id' },
  examples: ['issues close 2'],
  ask: ({ call }, { id }) => call('room_issue_change', { id, status: 'closed' }),
  show: ({ id, status: state }, page) => page.line(`${id}  ${state}`),
})

export const issues: VerbGroup = {
  list: listIssues,
  show: showIssue,
  open: openIssue,
  comment: commentIssue,
  close: closeIssue,
}
