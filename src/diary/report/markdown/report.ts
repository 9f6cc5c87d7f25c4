import type { Chain } from '../../schema.ts'
import type { Citation } from '../schema.ts'
import { statisticsTables } from '../statistics-tables.ts'
import { engagementLimit, kindNames, learningLimit, longDate, terminalNames } from '../text/names.ts'
import { countedProjects, headline, itemFinder, type ReportView } from '../view.ts'
import { citing, sentenceWith } from './claims.ts'
import { md } from './escape.ts'
import { withLinksBelow } from './links.ts'
import { folded, projectSection } from './project.ts'
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

/** Every chain, turn by turn: what the claims above rest on. */
function evidenceAppendix(view: ReportView): string[] {
  const blocks = view.report.projects.flatMap(({ project_key, project_label }) => {
    const project = view.evidence.get(project_key)
    const turns = [...(project?.citations ?? [])].flatMap(([turn, citation]) => {
      const chain = project?.chains.get(turn)
      return chain ? [turnBlock(view, chain, citation)] : []
    })
    return folded(`${project_label}: ${turns.length} ${turns.length === 1 ? 'chain' : 'chains'}`, turns.join('\n\n'))
  })
  return blocks.length === 0 ? [] : ['## Evidence', ...blocks]
}

function turnBlock(view: ReportView, chain: Chain, citation: Citation): string {
  const { trigger, agent_reactions, outcomes, observed_checks, terminal_state } = chain
  const claim = ({ summary, citations }: { summary: string; citations: ReadonlyArray<{ lines: string }> }) =>
    `${md(summary)} (${citations.map(({ lines }) => lines).join(', ') || 'no lines'})`
  return [
    `**${chain.turn_ref}** ${citing(view, [citation], citation.project_key)} · ${chain.materiality}\n`,
    `- Trigger: ${claim(trigger)}`,
    ...agent_reactions.map(reaction => `- Reaction: ${claim(reaction)}`),
    ...outcomes.map(outcome => `- Outcome: ${claim(outcome)}`),
    ...observed_checks.map(check => `- Check: ${claim(check)}`),
    `- ${terminalNames[terminal_state.type]}: ${claim(terminal_state)}`,
  ].join('\n')
}

/** What an agent read out of the day's words; only there when one did. */
function engagementSection(view: ReportView): string[] {
  const read = view.report.engagement_assessment
  if (!read) return []
  const { overall_reading, observations, limits } = read
  const lines = observations.map(
    ({ dimension, statement, citations, confidence }) =>
      `- **${dimension}** ${sentenceWith(view, statement, citations)} _${confidence} confidence_`,
  )
  return [
    '## Engagement',
    `${sentenceWith(view, overall_reading.text, overall_reading.citations)} _${overall_reading.confidence} confidence_`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    [...limits, engagementLimit].map(limit => `- Limit: ${md(limit)}`).join('\n'),
  ]
}

function learningSection(view: ReportView): string[] {
  const read = view.report.team_learning
  if (!read) return []
  const { takeaways, patterns, limits } = read
  const lines = patterns.map(
    ({ kind, statement, rationale, recurrence, citations, confidence }) =>
      `- **${kind}** ${sentenceWith(view, statement, citations)} ${md(rationale)} Seen: ${md(recurrence)}. _${confidence} confidence_`,
  )
  return [
    '## Learning',
    `${sentenceWith(view, takeaways.text, takeaways.citations)} _${takeaways.confidence} confidence_`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    [...limits, learningLimit].map(limit => `- Limit: ${md(limit)}`).join('\n'),
  ]
}
