import { resolve } from 'node:path'
import { formatCount } from '../../../kernel/numbers.ts'
import type { ActivityEntry, RecordRef } from '../../../records/schema.ts'
import type { State } from '../../../records/states.ts'
import { furtherTextFields } from '../../../records/text-fields.ts'
import type { Group } from '../command-line.ts'
import { recordsVerb } from '../parts.ts'
import { type Cell, markMatches } from '../rows.ts'
import { type Colors, type Terminal, when } from '../terminal.ts'
import type { Cli, Input, Output } from '../verb.ts'

export const readingVerbs: Group['commands'] = {
  overview: recordsVerb('get_project_overview', {
    summary: 'open work, open sessions and recent activity of a project',
    show({ project, totals, open_records, later_records, open_sessions, recent_activity }, page) {
      page.line(page.colors.bold(project.name), `  (${project.id}, tick ${project.tick})`)
      if (project.description) page.line(project.description)
      for (const [name, records, total] of [
        ['Open', open_records, totals.open_records],
        ['Later', later_records, totals.later_records],
      ] as const) {
        if (total === 0) continue
        page.heading(`${name} (${total})`)
        page.table(records.map(ref => refCells(ref, page.colors)))
        if (records.length < total) page.line(`… and ${formatCount(total - records.length, 'more record')}`)
      }
      if (open_sessions.length > 0) {
        page.heading(`Sessions (${totals.open_sessions})`)
        page.list(open_sessions, [
          ...(['id', 'status'] as const),
          ticksBehind,
          ({ last_activity }) => `last ${when(last_activity)}`,
          ({ unsaved_records: unsaved }) => (unsaved > 0 ? `${unsaved} unsaved` : ''),
          'active_records',
        ])
      }
      if (recent_activity.length > 0) {
        page.heading('Lately')
        page.table(recent_activity.map(activityCells))
      }
    },
  }),
  tree: treeVerb('the records of a project as an indented tree'),
  list: treeVerb('the same as tree'),
  show: recordsVerb('show_record', {
    summary: 'one record with its text, its place and its links',
    args: { record: 'id' },
    flags: [['at <version>', 'at']],
    show({ record, resolved, ancestors, children, children_total, backlinks, supersedes = [], evidence }, page) {
      const { colors } = page
      const { project_id, created, modified, resolved_by, related, affects, state_reason, metadata = {} } = record
      const { evidence: _, ...extra } = metadata
      page.line(colors.bold(`${record.id}  ${record.title}`))
      page.line(
        `${record.state.toLowerCase()} ${record.type}, version ${record.version} of ${when(resolved.timestamp)}${replacedNote(record)}`,
      )
      page.block(`\n${record.summary}\n\n${record.body}`)
      page.line()
      page.facts({
        ...{ Project: project_id, Created: when(created), Modified: when(modified) },
        ...{ 'Resolved by': resolved_by, Reason: state_reason, Related: related, Governs: affects },
        ...Object.fromEntries(furtherTextFields.map(field => [field, record[field]])),
        ...Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, asText(value)])),
      })
      const cells = (ref: RecordRef) => refCells(ref, colors)
      for (const [heading, table, more] of [
        ['Above', ancestors.map(cells), 0],
        [`Below (${children_total})`, children.map(cells), children_total - children.length],
        ['Supersedes', supersedes.map(cells), 0],
        ['Linked from', backlinks.map(({ kind, record: ref }) => [kind, ...cells(ref)]), 0],
        ['Evidence', evidence.map(({ kind, ref, lines, verdict }) => [verdict, kind, ref, lines ?? '']), 0],
      ] as const) {
        if (table.length === 0) continue
        page.line(heading)
        page.table(table, { indent: '  ' })
        if (more > 0) page.line(`  … and ${formatCount(more, 'more record')}`)
      }
    },
  }),
  search: recordsVerb('search_records', {
    summary: 'find records by their words',
    args: { 'words...': 'query' },
    flags: [
      ['state', 'states', 'only these states, separated by commas'],
      ['type', 'types', 'only these types, separated by commas'],
      ['under <record>', 'parent_id'],
      'limit',
    ],
    show({ results }, page) {
      for (const hit of results) showHit(hit, page)
    },
    notes: ({ results, total, match, project_id }) => [
      match === 'any' && 'No record holds all these words; these hold some of them.',
      `${results.length < total ? `${results.length} of ` : ''}${formatCount(total, 'record')} in ${project_id}`,
    ],
  }),
  for: recordsVerb('decisions_for', {
    summary: 'the current records that govern files',
    args: { 'files...': 'files' },
    // A path is meant from here; the operation knows where the project is.
    input: ({ files, ...given }) => ({ ...given, files: files.map(file => resolve(file)) }),
    show({ decisions }, page) {
      for (const { id, type, title, state, summary, affects, supersedes } of decisions) {
        page.table([[id, stateMark(state, page.colors), `${type}: ${title}`]])
        const instead = supersedes ? `, instead of ${supersedes.join(', ')}` : ''
        page.lines([`    ${summary}`, `    ${affects.join(', ')}${instead}`])
      }
    },
    notes: ({ decisions, project_id }) => decisions.length === 0 && `No record of ${project_id} governs this.`,
  }),
  history: recordsVerb('get_record_history', {
    summary: 'every version of a record, newest first',
    args: { record: 'id' },
    flags: ['limit', ['since <time>', 'since']],
    own: { diffs: 'with the changes of the body' },
    show({ history: versions, total }, page, { diffs }) {
      const lines = versions.map(({ version, tick, timestamp, session_id, change_type, summary, forced, reason }) => [
        ...[`v${version}`, `tick ${tick}`, when(timestamp), change_type, shortSession(session_id)],
        [summary, ...(forced ? ['(forced)'] : []), ...(reason ? [`— ${reason}`] : [])].join(' '),
      ])
      if (!diffs) page.table(lines)
      for (const [at, { diff: changes }] of diffs ? versions.entries() : []) {
        page.table(lines.slice(at, at + 1))
        if (changes) page.diff(changes)
      }
      page.note(versions.length < total && `${versions.length} of ${total} versions; more with --limit.`)
    },
  }),
  diff: recordsVerb('get_record_diff', {
    summary: 'what changed between two versions',
    args: { record: 'id', '[from]': 'from', '[to]': 'to' },
    more: 'from and to: v3, tick:12, 2025-02-10, first, current, last_save. Without them: the last change.',
    async input(given, _, { call }) {
      if (given.from !== undefined) return given
      const { version } = await call('get_record_ref', { id: given.id })
      return { ...given, from: `v${Math.max(1, version - 1)}` }
    },
    show({ diff: changed, from_resolved, to_resolved }, page) {
      const { body, ...fields } = changed
      const { bold, red, green } = page.colors
      const shown = (value: unknown) => (value == null ? '(none)' : asText(value))
      for (const [name, change] of Object.entries(fields)) {
        if (change === undefined) continue
        page.line(bold(name))
        page.line(red(`- ${shown(change.old)}`))
        page.line(green(`+ ${shown(change.new)}`))
      }
      if (body !== undefined) page.diff(body)
      const [from, to] = [from_resolved, to_resolved].map(
        ({ version, timestamp }) => `v${version} of ${when(timestamp)}`,
      )
      page.note(Object.keys(changed).length === 0 ? `No difference: ${from} and ${to}.` : `From ${from} to ${to}.`)
    },
  }),
  activity: recordsVerb('get_recent_activity', {
    summary: 'what happened in a project, newest first',
    flags: ['limit', ['since <time>', 'since'], ['record <record>', 'record_id', 'only about this record']],
    show({ activity: entries, project_id }, page) {
      page.table(entries.map(activityCells))
      page.note(entries.length === 0 && `Nothing has happened in ${project_id} yet.`)
    },
  }),
}

/** Both names of one verb: people look for a list first. */
function treeVerb(summary: string) {
  return recordsVerb('list_records', {
    summary,
    flags: [
      ['state', 'states', 'only these states, separated by commas'],
      ['depth', 'depth', 'at most this many levels'],
      ['under <record>', 'parent_id', 'only this record and what is below it'],
    ],
    async ask(cli, { project_id, ...given }) {
      const under = given.parent_id
      if (!under) return everyPage(cli, { ...given, project_id })
      const top = await cli.call('get_record_ref', { id: under })
      const below = await everyPage(cli, { depth: 1000, ...given })
      return { ...below, records: [top, ...below.records], total: below.total + 1 }
    },
    show({ records, total, project_id }, page) {
      const least = Math.min(...records.map(ref => ref.depth))
      const title = (each: RecordRef) => `${'  '.repeat(each.depth - least)}${each.type}: ${each.title}`
      const empty = `No records in ${project_id}. Other projects: daybook projects list. Add a record: daybook records add --help`
      page.list(
        records,
        ['id', ({ state }) => stateMark(state, page.colors), each => `${title(each)}${replacedNote(each)}`],
        { empty },
      )
      if (total > 0)
        page.note('○ open  ◇ later  ● resolved  × discarded', `${formatCount(total, 'record')} in ${project_id}`)
    },
  })
}

async function everyPage(cli: Cli, args: Input<'list_records'>) {
  const page = await cli.call('list_records', { ...args, limit: 1000 })
  const records = [...page.records]
  for (let next = page.next_offset; next !== undefined; ) {
    const more = await cli.call('list_records', { ...args, limit: 1000, offset: next })
    records.push(...more.records)
    next = more.next_offset
  }
  return { records, total: page.total, project_id: page.project_id }
}

type Hit = Output<'search_records'>['results'][number]

function showHit(hit: Hit, page: Terminal): void {
  page.table([[hit.id, `${hit.state.toLowerCase()} ${hit.type}: ${hit.title}${replacedNote(hit)}`]])
  page.line('    ', ...markMatches(hit.snippet, hit.snippet_matches, page.colors.underline))
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function ticksBehind({ status, tick_gap }: { status: string; tick_gap: number }): string {
  return status === 'closed' ? '' : `${tick_gap} behind`
}

function activityCells({ timestamp, type, session_id, record_id, summary }: ActivityEntry): Cell[] {
  return [when(timestamp), type.replaceAll('_', ' '), record_id ?? '', shortSession(session_id), summary]
}

function refCells(ref: RecordRef, colors: Colors): Cell[] {
  const { id, state, type, title } = ref
  return [id, stateMark(state, colors), `${type}: ${title}${replacedNote(ref)}`]
}

/** Nobody should take what was replaced for what holds. */
function replacedNote({ superseded_by }: Pick<RecordRef, 'superseded_by'>): string {
  return superseded_by === undefined ? '' : ` (superseded by ${superseded_by})`
}

const marks: Record<State, string> = { OPEN: '○', LATER: '◇', RESOLVED: '●', DISCARDED: '×' }

function stateMark(state: State, { green, yellow, blue, dim }: Colors): Cell {
  return { OPEN: green, LATER: yellow, RESOLVED: blue, DISCARDED: dim }[state](marks[state])
}

/** Enough of a handle to tell sessions apart on a page; an author that is not a session keeps the whole name. */
function shortSession(id: string): string {
  return id.startsWith('ses_') ? id.slice(0, 8) : id
}
