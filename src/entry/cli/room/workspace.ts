import { formatCount } from '../../../kernel/numbers.ts'
import type { Group } from '../command-line.ts'
import { readObject, readPair, textOrStdin } from '../input.ts'
import { interruptible } from '../stopping.ts'
import { when } from '../terminal.ts'
import { roomVerb } from './part.ts'

export const workspaceVerbs: Group['commands'] = {
  status: roomVerb('room_status_show', {
    summary: 'how the room is: its Chief, the model of each agent, the canon, the audit',
    examples: ['status', 'status --workspace ~/novel'],
    show({ workspace, chief, agents, canon: index, audit }, page) {
      page.facts({
        room: workspace.displayName,
        project: workspace.projectId,
        chief: chief ?? 'not exactly one',
        canon: index.stale > 0 ? `${index.status}, ${formatCount(index.stale, 'card')} changed` : index.status,
        audit: audit.status,
      })
      page.line()
      page.list(agents, [
        ...(['id', 'role'] as const),
        ({ enabled, status: state }) => (enabled ? state : 'off'),
        ({ provider, model }) => [provider, model].filter(Boolean).join(' '),
      ])
    },
    notes: ({ problems }) => problems.map(file => `Cannot be read and is left alone: ${file}`),
  }),
  tree: roomVerb('room_tree_show', {
    summary: 'every file agents may see, with its kind and title',
    examples: ['tree', 'tree --json'],
    list: 'files',
    columns: ['path', 'class', ({ lines }) => `${lines} lines`, 'title'],
    notes: ({ warnings, truncated }) => [
      ...warnings.map(({ path, reason }) => `Not shown: ${path} (${reason})`),
      truncated && 'There are more files than a room shows.',
    ],
  }),
  settings: roomVerb('room_settings_show', {
    summary: 'every setting of the room, or change some: name=value',
    own: { '[changes...]': 'such as evidence.retries=2' },
    examples: ['settings', 'settings evidence.retries=2 chat.historyExchanges=4'],
    ask: ({ call }, _, { changes }) =>
      changes.length === 0
        ? call('room_settings_show', {})
        : call('room_settings_save', Object.fromEntries(changes.map(given => readPair(given, 'evidence.retries=2')))),
    show(all, page) {
      const named = Object.entries(all).flatMap(([section, values]) =>
        Object.entries(values).map(([name, value]) => [
          `${section}.${name}`,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      )
      page.facts(Object.fromEntries(named))
    },
  }),
  reindex: roomVerb('room_reindex', {
    summary: 'rebuild the database rows of the room from its files; anchors stay as they are',
    examples: ['reindex'],
    line: ({ receipts, sessions, evidence }) =>
      `${formatCount(receipts, 'receipt')}, ${formatCount(sessions, 'session')}, ${evidence} of evidence`,
  }),
  tool: roomVerb('room_tool_run', {
    summary: 'run one tool yourself; it leaves a receipt like every run',
    args: { id: 'id' },
    flags: [['session <id>', 'session_id']],
    own: { 'args <json>': 'its arguments as one JSON object; - reads it from stdin' },
    examples: [
      `tool canon_checker --args '{"scene_path":"Story/Scenes/SCN-04-the-causeway.md"}'`,
      `tool file_reader --args '{"path":"Story/SCN-outline.md"}' --json`,
    ],
    input: async (given, { args = '{}' }) => ({
      ...given,
      args: readObject(await textOrStdin(args), `For example: --args '{"path":"Story/SCN-outline.md"}'`),
    }),
    ask: ({ call }, wanted) => interruptible(signal => call('room_tool_run', wanted, { signal })),
    show: ({ output }, page) => page.block(output),
    notes: ({ receipt_id, session_id, truncated, full_size }) => [
      `receipt ${receipt_id} in session ${session_id}`,
      truncated && `Cut; all ${full_size} bytes: daybook room receipts --output ${receipt_id}`,
    ],
    exit: ({ ok }) => (ok ? 0 : 1),
  }),
  tools: roomVerb('room_tool_list', {
    summary: 'the tools agents have, and what each is for; --json has the schema of their arguments',
    examples: ['tools', 'tools --json'],
    list: 'tools',
    columns: ['id', 'purpose'],
  }),
}

export const canon: Group = {
  summary: 'the index of the cards: index, status',
  commands: {
    index: roomVerb('room_canon_build', {
      summary: 'read the cards that changed and compile Canon.md; Ctrl-C ends it, and the next one goes on',
      flags: [['agent <id>', 'agentId'], 'full'],
      examples: ['canon index', 'canon index --full --agent continuity'],
      usesKeys: true,
      ask: ({ call }, given) =>
        interruptible(signal => {
          signal.addEventListener('abort', () => void call('room_canon_cancel', {}).catch(() => {}))
          return call('room_canon_build', { ...given, wait: true })
        }),
      line: ({ status, fileCount = 0, categories = [] }) =>
        `${status}  ${formatCount(fileCount, 'card')}: ${categories.join(', ')}`,
      notes: ({ fallbacks = 0, failures = [], dropped = 0 }) => [
        fallbacks > 0 && `${formatCount(fallbacks, 'card')} read by rules.`,
        dropped > 0 && `${formatCount(dropped, 'claim')} of a model left out, because its card does not bear it out.`,
        ...failures.map(({ path, reason }) => `Not read: ${path} (${reason})`),
      ],
    }),
    status: roomVerb('room_canon_status', {
      summary: 'whether the index is there, and which cards changed since',
      examples: ['canon status'],
      line: ({ status, fileCount, cardCount, indexedAt }) =>
        `${status}  ${fileCount} of ${formatCount(cardCount, 'card')}${indexedAt ? `, ${when(indexedAt)}` : ''}`,
      show: ({ stale }, page) => page.lines(stale.map(path => `  changed: ${path}`)),
      notes: ({ status, job }) => [
        status === 'building' && job && `${job.done} of ${job.total} read.`,
        (status === 'none' || status === 'stale') && 'Build it: daybook room canon index',
      ],
    }),
  },
}

export const issues: Group = {
  summary: 'questions and tasks: list, show, open, comment, close',
  commands: {
    list: roomVerb('room_issue_list', {
      summary: 'issues, newest first',
      flags: [
        'status',
        ['tag <tag>', 'tag', 'with this tag; may be given more than once'],
        'priority',
        ['search', 'q'],
      ],
      examples: ['issues list --status open', 'issues list --tag canon --json'],
      list: 'issues',
      columns: ['id', 'status', 'priority', ({ tags }) => tags.join(' '), 'title'],
      empty: 'There are none: daybook room issues open "…"',
      notes: ({ issues: shown, total }) => total > shown.length && `${shown.length} of ${total}.`,
    }),
    show: roomVerb('room_issue_show', {
      summary: 'one issue with its comments',
      args: { id: 'id' },
      examples: ['issues show 1'],
      show({ id, title, status: state, priority, tags, assignedTo, openedBy, createdAt, body, comments }, page) {
        page.line(page.colors.bold(`#${id} ${title}`))
        const opened = `${when(createdAt)} by ${openedBy}`
        page.facts({ status: state, priority, tags: tags.join(' '), assigned: assignedTo, opened })
        if (body.trim() !== '') {
          page.line()
          page.block(body)
        }
        for (const comment of comments) {
          page.line()
          page.line(page.colors.dim(`${comment.author}, ${when(comment.timestamp)}`))
          page.block(comment.body)
        }
      },
    }),
    open: roomVerb('room_issue_open', {
      summary: 'open an issue',
      args: { title: 'title' },
      flags: [
        ['body', 'body', 'what it is about; - reads it from stdin'],
        ['tag <tag>', 'tags', 'may be given more than once'],
        'priority',
        ['assign <agent>', 'assignedTo'],
      ],
      examples: ['issues open "Which way does the tide run?" --tag canon --assign continuity'],
      input: async ({ body, ...given }) => ({ ...given, ...(body !== undefined && { body: await textOrStdin(body) }) }),
      line: ({ id }) => String(id),
    }),
    comment: roomVerb('room_issue_comment', {
      summary: 'say something on an issue; - reads it from stdin',
      args: { id: 'id', text: 'body' },
      examples: ['issues comment 1 "Every four minutes, says the card."'],
      input: async ({ id, body }) => ({ id, body: await textOrStdin(body) }),
      notes: ({ id }) => `Comment ${id}.`,
    }),
    close: roomVerb('room_issue_change', {
      summary: 'close an issue',
      args: { id: 'id' },
      examples: ['issues close 2'],
      input: ({ id }) => ({ id, status: 'closed' }),
      line: ({ id, status }) => `${id}  ${status}`,
    }),
  },
}
