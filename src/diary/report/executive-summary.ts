import { outcomeCategories } from '../schema.ts'
import { confidenceRank, isMaterial } from './report-items.ts'
import type { Citation, DailyReport, Engagement, ReportItem, ReportProject, TeamLearning } from './schema.ts'

type Listed = Pick<ReportProject, 'work_items'>

const mostOutcomes = 12

/** The surest outcomes of the day, and what is still open. */
export function executiveSummary(projects: readonly Listed[]): DailyReport['executive_summary'] {
  const items = projects.flatMap(({ work_items }) => work_items.filter(isMaterial))
  const rank = ({ confidence }: Pick<ReportItem, 'confidence'>) => confidenceRank[confidence]
  const place = ({ category }: ReportItem['outcomes'][number]) => outcomeCategories.indexOf(category)
  const top_outcomes = items
    .flatMap(({ outcomes }) => outcomes.filter(({ category }) => category !== 'blocker_outcome'))
    .sort((one, other) => rank(other) - rank(one) || place(one) - place(other))
    .slice(0, mostOutcomes)
    .map(({ summary, confidence, citations }) => ({ text: summary, confidence, citations }))
  return { top_outcomes, open_items: items.flatMap(openItems) }
}

function openItems({
  disposition,
  terminal_states,
  outcomes,
}: ReportItem): Array<{ text: string; citations: Citation[] }> {
  const last = terminal_states.at(-1)
  const open = last && disposition === last.type ? [last] : []
  const blockers = outcomes.filter(({ category }) => category === 'blocker_outcome')
  return [...open, ...blockers].map(({ summary, citations }) => ({ text: summary, citations }))
}

/** The mean over everything that states how sure it is. */
export function overallConfidence(
  projects: readonly Listed[],
  engagement: Engagement | null,
  learning: TeamLearning | null,
): DailyReport['overall_confidence'] {
  const items = projects.flatMap(({ work_items }) => work_items.filter(isMaterial))
  const rated = [
    ...items.flatMap(item => [item, ...item.outcomes]),
    ...(engagement ? [engagement.overall_reading, ...engagement.observations] : []),
    ...(learning ? [learning.takeaways, ...learning.patterns] : []),
  ]
  if (rated.length === 0) return null
  const mean = rated.reduce((sum, { confidence }) => sum + confidenceRank[confidence], 0) / rated.length
  return mean >= 2.5 ? 'high' : mean >= 1.5 ? 'medium' : 'low'
}
