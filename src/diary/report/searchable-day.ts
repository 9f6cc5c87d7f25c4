import { type Searchable, type WeighedText, weighTitle } from '../../query/rank-texts.ts'
import { midnight } from '../dates/calendar.ts'
import { turnKey } from '../workspace/refs.ts'
import { type Citation, type DailyReport, itemCitations, type ReportItem, type ReportProject } from './schema.ts'

/** A rendered day as it is searched. */
export interface SearchableDay extends Searchable {
  texts: readonly WeighedText[]
  date: string
  title: string
  /** Keys and labels. */
  projects: string[]
  items: SearchableItem[]
}

export interface SearchableItem extends Searchable {
  texts: readonly WeighedText[]
  date: string
  project_key: string
  project_label: string
  work_item_ref: string
  title: string
  kind: ReportItem['kind']
  citation: Citation | undefined
}

/** Only what a search needs, so that many days can be kept. */
export function searchableDay(report: DailyReport): SearchableDay {
  const { report_date: date, title, projects, executive_summary } = report
  const at = midnight(date)
  const said = [...executive_summary.top_outcomes, ...executive_summary.open_items].map(({ text }) => text)
  const summaries = projects.flatMap(({ summary }) => (summary ? [summary.text] : []))
  return {
    date,
    title: title.text,
    projects: projects.map(({ project_key, project_label }) => `${project_key} ${project_label}`),
    at,
    texts: weighTitle([`${title.text} ${date}`, ...said, ...summaries, ...projects.map(each => each.project_label)]),
    items: projects.flatMap(project =>
      project.work_items.map(item => ({
        date,
        project_key: project.project_key,
        project_label: project.project_label,
        work_item_ref: item.work_item_ref,
        title: item.title,
        kind: item.kind,
        citation: itemCitations(item)[0],
        at,
        texts: weighTitle(itemTexts(item, project).map(({ text }) => text)),
      })),
    ),
  }
}

/** A text that a work item is found by. */
interface ItemText {
  text: string
  /** Left out where the citations of the item apply. */
  citations?: Citation[]
}

/** The title first, then what came of it, then what was asked and done. */
export function itemTexts(item: ReportItem, { source_user_messages }: ReportProject): ItemText[] {
  const own = new Set(item.covered_turns.map(turnKey))
  const said = source_user_messages.filter(turn => own.has(turnKey(turn))).flatMap(({ messages }) => messages)
  const claims = [...item.outcomes, ...item.terminal_states]
  const plain = [item.trigger_summary, item.agent_reaction_summary, ...item.main_actions, item.reason, ...said]
  return [
    { text: item.title, ...(item.support.title.length > 0 && { citations: item.support.title }) },
    ...claims.map(({ summary, citations }) => ({ text: summary, citations })),
    ...plain.flatMap(text => (text === null ? [] : [{ text }])),
  ]
}
