import type { z } from 'zod'
import { getProjectOverview } from '../../../records/operations/get-project-overview.ts'
import type { RecordRef } from '../../../records/schema.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { activityCells } from './activity.ts'
import { count, stateMark, when } from './words.ts'

type Overview = z.output<typeof getProjectOverview.output>

export const overview: Verb<[], object, Overview> = {
  usage: 'overview',
  summary: 'where a project stands: open work, open sessions, recent activity',
  ask: cli => cli.call(getProjectOverview, { project_id: cli.project }),
  show({ project, totals, open_records, later_records, open_sessions, recent_activity }, page) {
    page.line(`${page.colors.bold(visible(project.name))}  (${project.id}, tick ${project.tick})`)
    if (project.description) page.line(visible(project.description))
    refs(page, 'Open', open_records, totals.open_records)
    refs(page, 'Later', later_records, totals.later_records)
    if (open_sessions.length > 0) {
      heading(page, `Sessions (${totals.open_sessions})`)
      page.data(rows(open_sessions.map(sessionCells), page))
    }
    if (recent_activity.length > 0) {
      heading(page, 'Lately')
      page.data(rows(recent_activity.map(activityCells), page))
    }
  },
}

function refs(page: Terminal, name: string, records: RecordRef[], total: number): void {
  if (total === 0) return
  heading(page, `${name} (${total})`)
  page.data(
    rows(
      records.map(ref => [ref.id, stateMark(ref.state, page.colors), `${ref.type}: ${ref.title}`]),
      page,
    ),
  )
  if (records.length < total) page.line(`… and ${count(total - records.length, 'more record')}`)
}

function heading({ line, colors }: Terminal, text: string): void {
  line()
  line(colors.bold(text))
}

function sessionCells({
  id,
  status,
  tick_gap,
  last_activity,
  active_records,
  unsaved_records,
}: Overview['open_sessions'][number]) {
  return [
    id,
    status,
    `${tick_gap} behind`,
    `last ${when(last_activity)}`,
    unsaved_records > 0 ? `${unsaved_records} unsaved` : '',
    active_records.join(', '),
  ]
}
