import { engagementLimit, learningLimit } from '../text/names.ts'
import type { ReportView } from '../view.ts'
import { sentenceWith } from './claims.ts'
import { md } from './escape.ts'

/** What an agent read out of the day's words; only there when one did. */
export function engagementSection(view: ReportView): string[] {
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

export function learningSection(view: ReportView): string[] {
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
