import type { DailyReport, ReportProject } from '../schema.ts'
import { longDate } from './names.ts'
import { plainLine } from './plain.ts'

const mostNamed = 8

interface Shown extends Pick<DailyReport, 'report_date' | 'executive_summary'> {
  projects: readonly Pick<ReportProject, 'project_label' | 'work_items'>[]
}

/** The day as a person says it in a stand-up: what was done and what is open, in plain lines that any chat takes. */
export function standupText({ report_date, projects, executive_summary }: Shown): string {
  const done = projects.flatMap(({ project_label, work_items }) =>
    work_items
      .filter(({ kind }) => kind === 'material_work_item')
      .map(({ sentence, title, weight }) => ({
        weight,
        text: `${project_label}: ${plainLine(sentence?.text ?? title)}`,
      })),
  )
  done.sort((a, b) => b.weight - a.weight)
  const open = executive_summary.open_items.map(({ text }) => plainLine(text))
  return [
    longDate(report_date),
    ...section(
      'Done',
      done.map(({ text }) => text),
    ),
    ...section('Open', open),
    ...(done.length + open.length === 0 ? ['Nothing finished.'] : []),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length - mostNamed
  return [
    '',
    `${title}:`,
    ...lines.slice(0, mostNamed).map(line => `• ${line}`),
    ...(more > 0 ? [`• and ${more} more`] : []),
  ]
}
