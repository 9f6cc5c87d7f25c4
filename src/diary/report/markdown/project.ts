import type { BuiltReport } from '../build.ts'
import { cite } from '../day.ts'
import { isMaterial } from '../report-items.ts'
import type { ReportItem } from '../schema.ts'
import { categoryNames, terminalNames } from '../text/names.ts'
import { messageFinder, type ReportView } from '../view.ts'
import { citing, sentenceWith } from './claims.ts'
import { inTag, md, quote } from './escape.ts'

type Project = BuiltReport['projects'][number]
type Messages = Project['source_user_messages']

/** A project: what it came to, its material items, then what was minor, folded. */
export function projectSection(view: ReportView, project: Project): string[] {
  const { project_label, project_key, summary, work_items } = project
  const minor = work_items.filter(item => !isMaterial(item))
  const messagesOf = messageFinder(project)
  return [
    `### ${md(project_label)}`,
    ...(summary ? [sentenceWith(view, summary.text, summary.citations, project_key)] : []),
    ...work_items.filter(isMaterial).flatMap(item => itemSection(view, project, item, messagesOf(item))),
    ...(minor.length > 0
      ? folded('Minor activity and gaps', minor.map(item => minorItem(view, project, item)).join('\n'))
      : []),
  ]
}

function itemSection(view: ReportView, project: Project, item: ReportItem, said: Messages): string[] {
  const key = project.project_key
  const { outcomes, terminal_states, limits } = item
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
  const heading = [item.work_item_ref, item.disposition, `${item.confidence} confidence`].filter(part => part !== null)
  return [
    `#### ${md(item.title)}`,
    `${heading.join(' · ')} · ${citing(view, covered(view, project, item), key)}`,
    lines.join('\n'),
    ...folded('Trigger, actions and messages', story(item, said)),
  ].filter(block => block !== '')
}

function minorItem(view: ReportView, project: Project, item: ReportItem): string {
  const reason = item.reason === null ? '' : ` ${md(item.reason)}`
  return `- ${item.work_item_ref} **${md(item.title)}**${reason} (${citing(view, covered(view, project, item), project.project_key)})`
}

function covered({ evidence }: ReportView, { project_key }: Project, { covered_turns }: ReportItem) {
  const project = evidence.get(project_key)
  return project ? cite(project, covered_turns) : []
}

function story({ trigger_summary, agent_reaction_summary, main_actions }: ReportItem, said: Messages): string {
  return [
    ...(trigger_summary === null ? [] : [md(trigger_summary)]),
    ...(agent_reaction_summary === null ? [] : [md(agent_reaction_summary)]),
    ...(main_actions.length > 0 ? [main_actions.map(action => `- ${md(action)}`).join('\n')] : []),
    ...said.flatMap(turn => [`${turn.session_ref} ${turn.turn_ref}, verbatim:`, ...turn.messages.map(quote)]),
  ].join('\n\n')
}

export function folded(title: string, body: string): string[] {
  return body === '' ? [] : [`<details>\n<summary>${inTag(title)}</summary>\n\n${body}\n\n</details>`]
}
