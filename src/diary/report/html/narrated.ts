import { engagementLimit, learningLimit } from '../text/names.ts'
import type { ReportView } from '../view.ts'
import { citing, confidenceChip } from './claims.ts'
import { html, type Markup, prose } from './markup.ts'

/** What an agent read out of the day's words; only there when one did. */
export function engagementSection({ report, cited }: ReportView): Markup | false {
  const read = report.engagement_assessment
  if (!read) return false
  const { overall_reading, observations, limits } = read
  return html`<section aria-labelledby="engagement"><h2 id="engagement">Engagement</h2><article class="item">
<p>${prose(overall_reading.text)} ${citing(cited, overall_reading.citations)} ${confidenceChip(overall_reading.confidence)}</p>
<ul class="outcomes">${observations.map(
    ({ dimension, statement, citations, confidence }) =>
      html`<li><span class="kind">${dimension}</span><span>${prose(statement)} ${citing(cited, citations)} <span class="sure">${confidence}</span></span></li>`,
  )}</ul>
<ul class="limits">${[...limits, engagementLimit].map(limit => html`<li>${limit}</li>`)}</ul></article></section>`
}

export function learningSection({ report, cited }: ReportView): Markup | false {
  const read = report.team_learning
  if (!read) return false
  const { takeaways, patterns, limits } = read
  return html`<section aria-labelledby="learning"><h2 id="learning">Learning</h2><article class="item">
<p>${prose(takeaways.text)} ${citing(cited, takeaways.citations)} ${confidenceChip(takeaways.confidence)}</p>
<ul class="outcomes">${patterns.map(
    ({ kind, statement, rationale, recurrence, citations, confidence }) =>
      html`<li><span class="kind">${kind}</span><span>${statement} ${rationale} Seen: ${recurrence}. ${citing(cited, citations)} <span class="sure">${confidence}</span></span></li>`,
  )}</ul>
<ul class="limits">${[...limits, learningLimit].map(limit => html`<li>${limit}</li>`)}</ul></article></section>`
}
