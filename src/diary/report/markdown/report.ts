import { statisticsTables } from '../statistics-tables.ts'
import { kindNames, longDate } from '../text/names.ts'
import { countedProjects, headline, itemFinder, type ReportView } from '../view.ts'
import { citing, sentenceWith } from './claims.ts'
import { md } from './escape.ts'
import { evidenceAppendix } from './evidence.ts'
import { withLinksBelow } from './links.ts'
import { engagementSection, learningSection } from './narrated.ts'
import { projectSection } from './project.ts'
import { table } from './table.ts'

/** report.md: the day for people who read plain text. */
export function markdownReport(view: ReportView): string {
  const { report, stamp } = view
  const blocks = [
    ...header(view),
    ...summary(view),
    ...openItems(view),
    '## Work by project',
    ...(report.projects.length === 0 ? ['No project has a turn on this day.'] : []),
    ...report.projects.flatMap(project => projectSection(view, project)),
    ...gaps(view),
    ...engagementSection(view),
    ...learningSection(view),
    '## Statistics',
    ...statisticsTables(report.statistics, countedProjects(report)).flatMap(({ title, head, rows }) => [
      `### ${md(title)}`,
      table(head, rows),
    ]),
    ...evidenceAppendix(view),
    '---',
    `${citationHelp} Check them with \`daybook diary verify --date ${report.report_date}\`.`,
    `<!-- ${stamp} -->`,
  ]
  return withLinksBelow(`${blocks.join('\n\n')}\n`)
}

const citationHelp = 'A citation such as S0001:2-11 names a session and the lines of a turn in its transcript.'

function header({ report }: ReportView): string[] {
  const { report_date, timezone, status, window, title, overall_confidence, producers } = report
  const made = Object.entries(producers).map(([name, count]) => `${name} (${count})`)
  return [
    `# ${md(title.text)}`,
    `**${longDate(report_date)}** · ${status === 'partial' ? 'the day is not over yet' : 'final'} · confidence ${overall_confidence ?? 'n/a'}`,
    `${md(window.start)} to ${md(window.end)}, ${md(timezone)}`,
    md(headline(report)),
    ...(made.length > 0 ? [`Evidence and items by ${md(made.join(', '))}.`] : []),
    ...(report.warnings.length > 0 ? [report.warnings.map(warning => `- Note: ${md(warning)}`).join('\n')] : []),
  ]
}

function summary(view: ReportView): string[] {
  const { top_outcomes } = view.report.executive_summary
  if (top_outcomes.length === 0) return ['## Summary', 'No outcome is supported by evidence.']
  const lines = top_outcomes.map(
    ({ text, confidence, citations }) => `- ${sentenceWith(view, text, citations)} _${confidence} confidence_`,
  )
  return ['## Summary', lines.join('\n')]
}

function openItems(view: ReportView): string[] {
  const { open_items } = view.report.executive_summary
  if (open_items.length === 0) return []
  const itemOf = itemFinder(view.report.projects)
  const lines = open_items.map(({ text, citations }) => {
    const title = itemOf(citations)?.title
    return `- ${title === undefined ? '' : `**${md(title)}** — `}${sentenceWith(view, text, citations)}`
  })
  return ['## Open items', lines.join('\n')]
}

function gaps(view: ReportView): string[] {
  const { gaps: turns } = view.report
  if (turns.length === 0) return []
  const lines = turns.flatMap(turn => {
    const citation = view.evidence.get(turn.project_key)?.citations.get(`${turn.session_ref}/${turn.turn_ref}`)
    return citation ? [`- ${turn.turn_ref}: ${citing(view, [citation])}`] : []
  })
  return [`## ${kindNames.evidence_gap_item}`, 'Nothing is claimed about these turns.', lines.join('\n')]
}
