import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { askToConfirm, readText } from '../input.ts'
import { recordsVerb } from '../parts.ts'
import type { Cli } from '../verb.ts'

export const writingVerbs: Group['commands'] = {
  add: recordsVerb('create_record', {
    summary: 'write a new record',
    flags: [
      ['title', 'title', 'one line that says what it is'],
      ['type', 'type', 'question, decision, note, … (default note)'],
      ['parent <record>', 'parent_id', 'the record it belongs under; without one it is a root'],
      ['summary', 'summary', 'one or two sentences for listings (default: the title)'],
      ['body', 'body', 'the full text'],
      'state',
      ['related', 'related', 'record ids, separated by commas'],
      ['affects <globs>', 'affects', 'globs of the files it governs, separated by commas'],
    ],
    own: { 'body-file <file>': 'the full text from a file, or - for stdin' },
    async ask(cli, { title, body, ...given }, { bodyFile }) {
      if (title === undefined) throw usageFault('A record needs a title.', 'Give one with --title "…".')
      if ((body === undefined) === (bodyFile === undefined)) {
        throw usageFault('A record needs a body.', 'Give it with --body "…", or --body-file FILE (- for stdin).')
      }
      const text = body ?? (await readText(bodyFile ?? '-'))
      const fields = { ...given, title, body: text, type: given.type ?? 'note', summary: given.summary ?? title }
      const parent = given.parent_id
      if (parent) {
        const { project_id: _, ...child } = fields
        return withActive(cli, parent, session_id => cli.call('create_record', { ...child, session_id }))
      }
      const project_id = given.project_id ?? cli.caller.project
      const created = await cli.call('create_record', { ...fields, project_id, session_id: cli.settings.session })
      return closingAfter(cli, created.session_id, async () => created)
    },
    line: recordLine,
    notes: ({ warnings, notices }) => [...warnings.map(({ message }) => message), ...notices].map(asNote),
  }),
  edit: recordsVerb('show_record', {
    summary: 'change title, summary, links and body in your editor ($EDITOR)',
    args: { record: 'id' },
    ask: async (cli, given) => (await import('./edit.ts')).editRecord(cli, given.id, withActive),
    json({ base, answer }) {
      if (!answer) return { record: base, applied: false, unchanged: true }
      const { printConflict: _, ...result } = answer
      return result
    },
    show({ answer }, page) {
      if (!answer) return page.note('Nothing was changed.')
      if (answer.printConflict) return answer.printConflict(page)
      page.line(`${answer.record.id}  v${answer.record.version}  ${answer.record.title}`)
    },
    exit: ({ answer }) => (answer?.conflict ? 5 : 0),
  }),
  state: recordsVerb('transition', {
    summary: 'set the state: OPEN, LATER, RESOLVED or DISCARDED',
    args: { record: 'id', state: 'to_state' },
    flags: [
      ['reason', 'reason', 'why; needed for LATER and DISCARDED'],
      ['by <record>', 'resolved_by', 'the record that resolves it; needed for RESOLVED'],
      ['force', 'force', 'also over a change of state you have not seen'],
    ],
    ask: (cli, given) => withActive(cli, given.id, session_id => cli.call('transition', { ...given, session_id })),
    line: ({ record }) => `${record.id}  ${record.state}  ${record.title}`,
    notes: ({ cascade_warning, conflict, notices }) =>
      [cascade_warning?.message, conflict?.message, ...notices].map(message => message && asNote(message)),
  }),
  supersede: recordsVerb('supersede_record', {
    summary: 'say which record replaced this one',
    args: { record: 'id', '[by]': 'superseded_by' },
    flags: [['reason', 'reason', 'why']],
    own: { none: 'take it back: nothing replaced it' },
    ask(cli, given, { none }) {
      const by = given.superseded_by ?? undefined
      if (Boolean(none) === (by !== undefined)) {
        throw usageFault(
          'Say what replaced it.',
          'daybook records supersede R3 R9, or daybook records supersede R3 --none',
        )
      }
      return withActive(cli, given.id, session_id =>
        cli.call('supersede_record', { ...given, superseded_by: by ?? null, session_id }),
      )
    },
    line: recordLine,
    notes: ({ record, notices }) => [
      record.superseded_by ? `It was superseded by ${record.superseded_by}.` : 'Nothing supersedes it.',
      ...notices.map(asNote),
    ],
  }),
  move: recordsVerb('move_record', {
    summary: 'put a record, with all below it, under another parent',
    args: { record: 'id', '[parent]': 'parent_id' },
    own: { root: 'make it a root' },
    async input({ id, parent_id }, { root }, { call }) {
      if (Boolean(root) === (parent_id !== undefined)) {
        throw usageFault('Say where it should go.', 'daybook records move R7 R3, or daybook records move R7 --root')
      }
      const { version } = await call('get_record_ref', { id })
      return { id, parent_id: parent_id ?? null, base_version: version }
    },
    line: recordLine,
    notes: ({ record }) => (record.parent_id === null ? 'It is a root now.' : `It is under ${record.parent_id} now.`),
  }),
  retype: recordsVerb('retype_record', {
    summary: 'change the type of a record',
    args: { record: 'id', type: 'type' },
    input: async ({ id, type }, _, { call }) => {
      const { version } = await call('get_record_ref', { id })
      return { id, type, base_version: version }
    },
    line: ({ record }) => `${record.id}  ${record.type}: ${record.title}`,
  }),
  purge: recordsVerb('purge_record', {
    summary: 'erase a record and its whole history for good',
    args: { record: 'id' },
    flags: [['yes <record>', 'confirm', 'the id once more, instead of being asked for it']],
    async input(given, _, { call }) {
      const { id, title } = await call('get_record_ref', { id: given.id })
      const question = `Erase ${id} "${title}" for good? Type its id: `
      const otherwise = `Run it in a terminal, or confirm with --yes ${id}.`
      return { id, confirm: given.confirm ?? (await askToConfirm(question, 'A purge', otherwise)) }
    },
    line: ({ id }) => id,
    notes: ({ tick }) => `Erased for good at tick ${tick}.`,
  }),
}

function recordLine({ record }: { record: { id: string; title: string } }): string {
  return `${record.id}  ${record.title}`
}

function asNote(message: string): string {
  return `Note: ${message}`
}

/** Changes one record in a session that lasts no longer than that. A session the caller named is used instead and left open. */
async function withActive<R>(cli: Cli, record: string, change: (session_id: string) => Promise<R>): Promise<R> {
  const { session_id, conflict } = await cli.call('activate', { id: record, session_id: cli.settings.session })
  if (conflict) cli.page.note(`Note: ${record} is also active in session ${conflict.session_id}.`)
  return closingAfter(cli, session_id, () => change(session_id))
}

async function closingAfter<R>(cli: Cli, session_id: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } finally {
    if (cli.settings.session === undefined) await cli.call('close_session', { session_id })
  }
}
