import { turnKey } from '../../workspace/refs.ts'
import type { Citation, DailyReport, ReportItem, ReportProject } from '../schema.ts'
import { certificateLines } from './certificate-text.ts'

/** A sentence that a report shows, with every line it rests on. */
export interface Sentence {
  /** The same for the same place of a report. */
  id: string
  /** The place, for people. */
  where: string
  text: string
  citations: readonly Citation[]
}

/**
 * Every sentence of a report. All views show these, and a sentence is in doubt exactly when one of its citations is:
 * what is counted rests on the turns that were counted.
 */
export function sentencesOf(report: DailyReport): Sentence[] {
  const { title, executive_summary, lead, figures, turns, warnings, projects, certificate } = report
  const { top_outcomes, open_items } = executive_summary
  // That nothing was finished rests on every turn.
  const titled = title.citations.length === 0 && top_outcomes.length === 0 ? turns : title.citations
  return [
    { id: 'title', where: 'Title', text: title.text, citations: titled },
    ...lead.map((text, n) => ({ id: `lead/${n}`, where: 'Summary', text, citations: turns })),
    ...(figures === '' ? [] : [{ id: 'figures', where: 'Figures', text: figures, citations: turns }]),
    ...top_outcomes.map(({ text, citations }, n) => ({ id: `summary/${n}`, where: 'Summary', text, citations })),
    ...open_items.map(({ text, citations }, n) => ({ id: `open/${n}`, where: 'Open items', text, citations })),
    ...warnings.map((text, n) => ({ id: `warning/${n}`, where: 'Notes', text, citations: turns })),
    ...projects.flatMap(project => projectSentences(project, turns)),
    ...narratedSentences(report),
    ...(certificate ? certificateLines(certificate) : []).map((text, n) => ({
      id: `certificate/${n}`,
      where: 'Coverage',
      text,
      citations: turns,
    })),
  ]
}

/** How the sentences of a work item are called. */
export function itemSentenceId(projectKey: string, workItemRef: string, place: string): string {
  return `${projectKey}/${workItemRef}/${place}`
}

function projectSentences(project: ReportProject, turns: readonly Citation[]): Sentence[] {
  const { project_key, project_label: where, summary, work_items } = project
  const own = new Map(turns.filter(turn => turn.project_key === project_key).map(turn => [turnKey(turn), turn]))
  return [
    ...(summary ? [{ id: `${project_key}/summary`, where, text: summary.text, citations: summary.citations }] : []),
    ...work_items.flatMap(item => itemSentences(project, item, own)),
  ]
}

function itemSentences(
  { project_key, project_label }: ReportProject,
  item: ReportItem,
  turns: ReadonlyMap<string, Citation>,
): Sentence[] {
  const { work_item_ref, support, sentence } = item
  const where = `${project_label} ${work_item_ref}`
  const covered = item.covered_turns.flatMap(turn => turns.get(turnKey(turn)) ?? [])
  const at = (place: string, text: string | null, citations: readonly Citation[]): Sentence[] =>
    text === null ? [] : [{ id: itemSentenceId(project_key, work_item_ref, place), where, text, citations }]
  return [
    ...at('title', item.title, support.title),
    ...at('sentence', sentence?.text ?? null, sentence?.citations ?? []),
    // That something was not done rests on everything that was.
    ...item.parts.flatMap(({ part, text, citations }) => at(part, text, citations.length > 0 ? citations : covered)),
    ...at('last-message', item.last_message?.text ?? null, item.last_message?.citations ?? []),
    ...item.highlights.flatMap(({ text, citations }, n) => at(`highlight/${n}`, text, citations)),
    ...at('trigger', item.trigger_summary, support.trigger),
    ...at('reaction', item.agent_reaction_summary, covered),
    ...item.main_actions.flatMap((text, n) => at(`action/${n}`, text, support.actions[n] ?? covered)),
    ...item.outcomes.flatMap(({ summary, citations }, n) => at(`outcome/${n}`, summary, citations)),
    ...item.terminal_states.flatMap(({ summary, citations }, n) => at(`state/${n}`, summary, citations)),
    ...item.limits.flatMap((text, n) => at(`limit/${n}`, text, support.limits[n] ?? covered)),
    ...at('reason', item.reason, covered),
  ]
}

/** What an agent read out of the day. */
function narratedSentences({ engagement_assessment: engagement, team_learning: learning }: DailyReport): Sentence[] {
  return [
    ...(engagement ? [{ id: 'engagement', where: 'Engagement', ...engagement.overall_reading }] : []),
    ...(engagement?.observations ?? []).map(({ statement: text, citations }, n) => ({
      id: `engagement/${n}`,
      where: 'Engagement',
      text,
      citations,
    })),
    ...(learning ? [{ id: 'learning', where: 'Learning', ...learning.takeaways }] : []),
    ...(learning?.patterns ?? []).map(({ statement: text, citations }, n) => ({
      id: `learning/${n}`,
      where: 'Learning',
      text,
      citations,
    })),
  ].map(({ id, where, text, citations }) => ({ id, where, text, citations }))
}
