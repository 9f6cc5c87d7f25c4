import { formatCount } from '../../../kernel/numbers.ts'
import type { Chain } from '../../schema.ts'
import type { BuiltReport } from '../build.ts'
import { isMaterial } from '../report-items.ts'
import type { Citation, ReportItem } from '../schema.ts'
import { countedProjects, statisticsTables } from '../statistics-tables.ts'
import { certificateLines, engagementLimit, learningLimit, stateText } from '../text/certificate-text.ts'
import { openText, partNames, partOf, resultText, waitingWords } from '../text/item-parts.ts'
import { categoryNames, itemStateText, kindNames, longDate, terminalNames } from '../text/names.ts'
import {
  chainsOf,
  claimsOf,
  coveredCitations,
  gapCitations,
  messageFinder,
  openOf,
  type ReportView,
  summarized,
} from '../view.ts'
import { citationLinks, inTag, md, quote, sentenceWith, table, withLinksBelow } from './markup.ts'

/** report.md: the day for people who read plain text. */
export function markdownReport(view: ReportView): string {
  const { report, stamp } = view
  const blocks = [
    ...header(view),
    ...summary(view),
    ...openItems(view, waitingWords, true),
    ...openItems(view, 'Open items', false),
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
    ...certificateSection(view),
    ...evidenceAppendix(view),
    '---',
    `${citationHelp} Check them with \`daybook diary verify --date ${report.report_date}\`.`,
    `<!-- ${stamp} -->`,
  ]
  return withLinksBelow(`${blocks.join('\n\n')}\n`)
}

const citationHelp = 'A citation such as S0001:2-11 names a session and the lines of a turn in its transcript.'

function header({ report }: ReportView): string[] {
  const { report_date, timezone, window, title, overall_confidence } = report
  return [
    `# ${md(title.text)}`,
    `**${longDate(report_date)}** · ${stateText(report)} · confidence ${overall_confidence ?? 'n/a'}`,
    ...(report.lead.length > 0 ? [md(report.lead.join(' '))] : []),
    `${md(window.start)} to ${md(window.end)}, ${md(timezone)}`,
    md(report.figures),
    ...(report.warnings.length > 0 ? [report.warnings.map(warning => `- Note: ${md(warning)}`).join('\n')] : []),
  ]
}

/** One row per piece of work; what each rests on is in its section below. */
function summary({ report }: ReportView): string[] {
  const { items, more } = summarized(report)
  if (items.length === 0) return ['## Summary', 'No outcome is supported by evidence.']
  const several = new Set(items.map(({ project }) => project.project_label)).size > 1
  const rows = items.map(({ project: { project_label }, item }) => {
    const asked = partOf(item, 'asked')?.text
    const open = partOf(item, 'open')?.text ?? '–'
    return [
      `${several ? `${project_label}: ` : ''}${item.title}${asked === undefined ? '' : ` — ${asked}`}`,
      [itemStateText(item), resultText(item)].filter(Boolean).join(': '),
      partOf(item, 'checked')?.text ?? '–',
      openText(open),
    ]
  })
  return ['## Summary', table(tableHead, rows, 'text'), ...(more > 0 ? [`And ${more} more, below.`] : [])]
}

const tableHead = ['Asked', 'Result', 'Checked', 'Open']

function openItems(view: ReportView, heading: string, areQuestions: boolean): string[] {
  const lines = openOf(view.report)
    .filter(({ isQuestion }) => isQuestion === areQuestions)
    .map(
      ({ item, text, citations }) =>
        `- ${item === undefined ? '' : `**${md(item.title)}** — `}${sentenceWith(view, text, citations)}`,
    )
  return lines.length === 0 ? [] : [`## ${heading}`, lines.join('\n')]
}

function gaps(view: ReportView): string[] {
  const lines = gapCitations(view).map(citation => `- ${citation.turn_ref}: ${citationLinks(view, [citation])}`)
  if (lines.length === 0) return []
  return [`## ${kindNames.evidence_gap_item}`, 'Nothing is claimed about these turns.', lines.join('\n')]
}

function certificateSection({ report: { certificate } }: ReportView): string[] {
  if (!certificate) return []
  return [
    '## Coverage',
    certificateLines(certificate)
      .map(line => `- ${md(line)}`)
      .join('\n'),
  ]
}

/** Every chain, turn by turn: what the claims above rest on. */
function evidenceAppendix(view: ReportView): string[] {
  const blocks = view.report.projects.flatMap(({ project_key, project_label }) => {
    const turns = chainsOf(view, project_key).map(({ chain, citation }) => turnBlock(view, chain, citation))
    return foldedSection(`${project_label}: ${formatCount(turns.length, 'chain')}`, turns.join('\n\n'))
  })
  return blocks.length === 0 ? [] : ['## Evidence', ...blocks]
}

function turnBlock(view: ReportView, chain: Chain, citation: Citation): string {
  return [
    `**${chain.turn_ref}** ${citationLinks(view, [citation], citation.project_key)} · ${chain.materiality}\n`,
    ...claimsOf(chain).map(
      ([name, { summary, citations }]) =>
        `- ${name}: ${md(summary)} (${citations.map(({ lines }) => lines).join(', ') || 'no lines'})`,
    ),
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

type Project = BuiltReport['projects'][number]
type Messages = Project['source_user_messages']

/** A project: what it came to, its material items, then what was minor, folded. */
function projectSection(view: ReportView, project: Project): string[] {
  const { project_label, project_key, summary, work_items } = project
  const minor = work_items.filter(item => !isMaterial(item))
  const messagesOf = messageFinder(project)
  return [
    `### ${md(project_label)}`,
    ...(summary ? [sentenceWith(view, summary.text, summary.citations, project_key)] : []),
    ...work_items.filter(isMaterial).flatMap(item => itemSection(view, project, item, messagesOf(item))),
    ...(minor.length > 0
      ? foldedSection('Minor activity and gaps', minor.map(item => minorItem(view, project, item)).join('\n'))
      : []),
  ]
}

function itemSection(view: ReportView, project: Project, item: ReportItem, said: Messages): string[] {
  const key = project.project_key
  const { outcomes, terminal_states, limits, parts, last_message } = item
  const told = [
    ...parts.filter(({ part }) => part === 'asked'),
    ...(last_message ? [{ ...last_message, part: null, text: `“${last_message.text}”` }] : []),
    ...parts.filter(({ part }) => part !== 'asked'),
  ].map(
    ({ part, text, citations }) =>
      `- **${part === null ? 'The agent said' : partNames[part]}** ${sentenceWith(view, text, citations, key)}`,
  )
  const lines = [
    ...outcomes.map(
      ({ category, summary, confidence, citations }) =>
        `- **${categoryNames[category]}** ${sentenceWith(view, summary, citations, key)} _${confidence} confidence_`,
    ),
    ...terminal_states.map(
      ({ type, summary, citations }) => `- ${terminalNames[type]}: ${sentenceWith(view, summary, citations, key)}`,
    ),
    ...limits.map(limit => `- Limit: ${md(limit)}`),
  ]
  const heading = [item.work_item_ref, itemStateText(item), `${item.confidence} confidence`].filter(
    part => part !== null,
  )
  return [
    `#### ${md(item.title)}`,
    `${heading.join(' · ')} · ${citationLinks(view, coveredCitations(view, project, item), key)}`,
    ...(told.length === 0 && item.sentence
      ? [sentenceWith(view, item.sentence.text, item.sentence.citations, key)]
      : [told.join('\n')]),
    ...foldedSection('Outcomes and files', lines.join('\n')),
    ...foldedSection('Trigger, actions and messages', story(item, said)),
  ].filter(block => block !== '')
}

function minorItem(view: ReportView, project: Project, item: ReportItem): string {
  const reason = item.reason === null ? '' : ` ${md(item.reason)}`
  return `- ${item.work_item_ref} **${md(item.title)}**${reason} (${citationLinks(view, coveredCitations(view, project, item), project.project_key)})`
}

function story({ trigger_summary, agent_reaction_summary, main_actions }: ReportItem, said: Messages): string {
  return [
    ...(trigger_summary === null ? [] : [md(trigger_summary)]),
    ...(agent_reaction_summary === null ? [] : [md(agent_reaction_summary)]),
    ...(main_actions.length > 0 ? [main_actions.map(action => `- ${md(action)}`).join('\n')] : []),
    ...said.flatMap(turn => [`${turn.session_ref} ${turn.turn_ref}, verbatim:`, ...turn.messages.map(quote)]),
  ].join('\n\n')
}

function foldedSection(title: string, body: string): string[] {
  return body === '' ? [] : [`<details>\n<summary>${inTag(title)}</summary>\n\n${body}\n\n</details>`]
}
