import { formatCount } from '../../../kernel/numbers.ts'
import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { askLine, isYes, readText } from '../input.ts'
import { recordsVerb } from '../parts.ts'
import type { Output } from '../verb.ts'
import { readingVerbs, ticksBehind } from './read.ts'
import { writingVerbs } from './write.ts'

export const recordsVerbs: Group = {
  summary: 'read and write records: tree, show, search, edit, …',
  commands: {
    ...readingVerbs,
    ...writingVerbs,
    sessions: recordsVerb('list_sessions', {
      summary: 'the sessions of a project; closes old ones only when asked to',
      flags: ['status'],
      own: {
        'close-older-than <age>': 'close those idle for longer: 30d, 12h',
        'dry-run': 'only say which would be closed',
      },
      async ask(
        cli,
        given,
        { closeOlderThan, dryRun = false },
      ): Promise<Output<'list_sessions' | 'close_old_sessions'>> {
        if (closeOlderThan === undefined) return cli.call('list_sessions', given)
        const { project_id } = given
        return cli.call('close_old_sessions', { project_id, older_than: closeOlderThan, dry_run: dryRun })
      },
      show(result, page) {
        if ('closed' in result) {
          page.lines(result.closed)
          page.note(`${formatCount(result.closed.length, 'session')} ${result.dry_run ? 'would be closed' : 'closed'}.`)
          return
        }
        const unsaved = (each: (typeof result.sessions)[number]) =>
          each.unsaved_records.length > 0 ? `unsaved ${each.unsaved_records.join(', ')}` : ''
        const columns = ['id', 'status', ticksBehind, 'last_activity', unsaved, 'active_records'] as const
        page.list(result.sessions, columns, { empty: `No such sessions in ${result.project_id}.` })
      },
    }),
    close: recordsVerb('close_session', {
      summary: 'end a session; nothing of it is lost',
      args: { session: 'session_id' },
      flags: [['summary', 'summary', 'what it was about']],
      line: ({ session_id }) => session_id,
      notes: ({ deactivated_records, unsaved_warning }) => [
        `Closed; ${formatCount(deactivated_records.length, 'record')} no longer active in it.`,
        unsaved_warning && `Note: ${unsaved_warning}`,
      ],
    }),
    export: recordsVerb('export_records', {
      summary: 'all records of a project with every version, as JSON Lines',
      text: ({ jsonl }) => jsonl,
      notes: ({ records, versions, project_id }) =>
        `${formatCount(records, 'record')} with ${formatCount(versions, 'version')} of ${project_id}.`,
    }),
    import: recordsVerb('import_records', {
      summary: 'add the records of an export to a project, under new ids',
      own: { '<file>': 'an export, or - for stdin', yes: 'do not ask', 'dry-run': 'only say what would be done' },
      more: 'From stdin, --yes or --dry-run must be given.',
      async ask(cli, _, { file, yes, dryRun }) {
        const project_id = cli.flags.project ?? cli.caller.project
        if (project_id === undefined) {
          throw usageFault(
            'Say which project to import into.',
            'Name it with --project; daybook projects list shows them.',
          )
        }
        const jsonl = await readText(file)
        const tried = await cli.call('import_records', { project_id, jsonl, dry_run: true })
        if (dryRun) return tried
        const question = `Add ${formatCount(tried.imported, 'record')} to ${tried.project_id}? [y/N] `
        const answer = yes ? 'y' : file === '-' ? undefined : await askLine(question)
        if (answer === undefined)
          throw usageFault('An import must be confirmed.', 'Add --yes, or try it with --dry-run.')
        return isYes(answer) ? cli.call('import_records', { project_id, jsonl, dry_run: false }) : tried
      },
      show: ({ ids, dry_run }, page) => page.table(dry_run ? [] : Object.entries(ids)),
      notes: ({ imported, dry_run, project_id }) => [
        `${formatCount(imported, 'record')} ${dry_run ? 'would be added' : 'added'} to ${project_id}.`,
        dry_run && 'Nothing was written.',
      ],
    }),
    check: recordsVerb('check_records', {
      summary: 'verify everything that must always hold; repairs nothing',
      show({ checked, violations }, page) {
        page.table(Object.entries(checked).map(([what, n]) => [n, what.replaceAll('_', ' ')]))
        for (const { invariant, message, rows } of violations) {
          page.table([[page.colors.red(invariant), message]])
          page.table(rows.map(row => ['', JSON.stringify(row)]))
        }
      },
      notes: ({ ok, secrets = [] }) => [
        ...secrets.map(({ id, field, kinds }) => `${id} ${field} holds what looks like a secret: ${kinds.join(', ')}`),
        ok ? 'Everything holds.' : 'Something does not hold. Keep a copy of the database and report this.',
      ],
      // One table of exit codes for all parts: a verification that found a mismatch.
      exit: ({ ok }) => (ok ? 0 : 7),
    }),
  },
}
