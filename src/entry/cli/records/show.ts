import type { z } from 'zod'
import { showRecord } from '../../../records/operations/show-record.ts'
import type { RecordRef } from '../../../records/schema.ts'
import { type Cell, rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import type { Verb } from '../verb.ts'
import { visible, visibleLines } from '../visible.ts'
import { count, stateMark, when } from './words.ts'

type Shown = z.output<typeof showRecord.output>

export const show: Verb<[record: string], { at?: string }, Shown> = {
  usage: 'show <record>',
  summary: 'one record with its text, its place and its links',
  options: [['--at <version>', 'an older version: v3, tick:12, 2025-02-10, first']],
  ask: (cli, { at }, id) => cli.call(showRecord, { id, ...(at !== undefined && { at }) }),
  show(shown, page) {
    const { record, resolved, ancestors, children, children_total, backlinks, evidence } = shown
    const { colors } = page
    page.line(`${colors.bold(record.id)}  ${colors.bold(visible(record.title))}`)
    page.line(
      visible(`${record.state.toLowerCase()} ${record.type}, version ${record.version} of ${when(resolved.timestamp)}`),
    )
    page.line()
    page.line(visibleLines(record.summary))
    page.line()
    page.line(visibleLines(record.body.replace(/\n$/, '')))
    page.line()
    page.data(rows(factsOf(shown), page))
    const cells = (ref: RecordRef) => refCells(ref, page)
    listed(page, 'Above', ancestors.map(cells))
    listed(page, `Below (${children_total})`, children.map(cells))
    if (children.length < children_total) page.line(`  … and ${count(children_total - children.length, 'more record')}`)
    listed(
      page,
      'Linked from',
      backlinks.map(({ kind, record: ref }) => [kind, ...cells(ref)]),
    )
    listed(
      page,
      'Evidence',
      evidence.map(({ kind, ref, lines, verdict }) => [verdict, kind, ref, lines ?? '']),
    )
  },
}

function factsOf({ record }: Shown): string[][] {
  const { project_id, created, modified, resolved_by, related, state_reason, metadata = {} } = record
  const { evidence: _, ...extra } = metadata
  return [
    ['Project', project_id],
    ['Created', when(created)],
    ['Modified', when(modified)],
    ...(resolved_by ? [['Resolved by', resolved_by]] : []),
    ...(state_reason ? [['Reason', state_reason]] : []),
    ...(related ? [['Related', related.join(', ')]] : []),
    ...Object.entries(extra).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ]
}

function listed(page: Terminal, heading: string, table: Cell[][]): void {
  if (table.length === 0) return
  page.line(heading)
  page.data(rows(table, page, '  '))
}

function refCells({ id, state, type, title }: RecordRef, { colors }: Terminal): Cell[] {
  return [id, stateMark(state, colors), `${type}: ${title}`]
}
