import { plural } from '../../extract/text.ts'
import type { Chain } from '../../schema.ts'
import type { BuiltReport } from '../build.ts'
import { checksChart, filesChart, tokensChart, toolsChart } from '../charts/day.ts'
import { cite } from '../day.ts'
import { isMaterial } from '../report-items.ts'
import type { Citation, OpenItem, ReportItem } from '../schema.ts'
import { certificateLines } from '../text/certificate-text.ts'
import { costAmount, costRemarks } from '../text/costs.ts'
import {
  categoryNames,
  engagementLimit,
  itemStateText,
  learningLimit,
  longDate,
  stateText,
  terminalNames,
} from '../text/names.ts'
import { formatNumber, judgedRuns, unjudgedText } from '../text/numbers.ts'
import { countedProjects, isQuestion, itemFinder, messageFinder, type ReportView, statisticsTables } from '../view.ts'
import { barFigure, dataTable, timelineChart } from './charts.ts'
import { citationLinks, confidenceChip, html, type Markup, prose } from './markup.ts'
import { page } from './page.ts'

/** report.html: the day as a page by itself. */
export function htmlReport(view: ReportView): string {
  const { report } = view
  const counted = countedProjects(report)
  const body = html`<main>
${header(view)}
<section class="first" aria-labelledby="timeline-title">${timelineChart(view)}</section>
${openItems(view, { id: 'waiting', title: 'Waiting for your answer' }, isQuestion)}
${summary(view)}
${openItems(view, { id: 'open', title: 'Open items' }, item => !isQuestion(item))}
<section aria-labelledby="charts"><h2 id="charts">In numbers</h2>
${barFigure('files', filesChart(report.statistics, view.labels))}
${barFigure('checks', checksChart(report.statistics))}
${barFigure('tokens', tokensChart(report.statistics, report.projects))}
${barFigure('tools', toolsChart(report.statistics))}
</section>
<section aria-labelledby="work"><h2 id="work">Work by project</h2>
${report.projects.length === 0 && html`<p>No project has a turn on this day.</p>`}
${report.projects.map(project => projectSection(view, project))}
</section>
${gaps(view)}
${engagementSection(view)}
${learningSection(view)}
<section aria-labelledby="numbers"><h2 id="numbers">Statistics</h2><div class="tables">
${statisticsTables(report.statistics, counted).map(
  ({ title, head, rows }) => html`<div><h3>${title}</h3>${dataTable(head, rows, title)}</div>`,
)}
</div></section>
${certificateSection(view)}
${evidenceAppendix(view)}
${footer(view)}
</main>`
  return page(`${report.title.text} · ${report.report_date}`, body, view.stamp)
}

function header({ report }: ReportView): Markup {
  const { report_date, status, window, timezone, title, overall_confidence, warnings } = report
  return html`<header>
<p class="eyebrow">${longDate(report_date)}</p>
<h1>${title.text}</h1>
<p class="meta"><span class="chip${status === 'partial' && ' warn'}">${stateText(report)}</span>${confidenceChip(overall_confidence)}<span>${window.start.slice(0, 16).replace('T', ' ')} to ${window.end.slice(0, 16).replace('T', ' ')}, ${timezone}</span></p>
${tiles(report.statistics, report.projects.flatMap(({ work_items }) => work_items.filter(isMaterial)).length)}
${warnings.length > 0 && html`<ul class="notes">${warnings.map(warning => html`<li>${warning}</li>`)}</ul>`}
</header>`
}

function tiles(
  { turns, sessions, projects, files, checks, cost_usd, tokens }: ReportView['report']['statistics'],
  items: number,
): Markup {
  const judged = judgedRuns(checks)
  const tile = (name: string, value: string, more: string) =>
    html`<div class="tile"><dt>${name}</dt><dd>${value}<small>${more}</small></dd></div>`
  return html`<dl class="tiles">
${tile('Work items', formatNumber(items), `in ${plural(projects, 'project')}`)}
${tile('Turns', formatNumber(turns), `in ${plural(sessions, 'session')}`)}
${tile('Files changed', formatNumber(files.touched), `+${formatNumber(files.added)} −${formatNumber(files.removed)} lines`)}
${tile('Checks passed', judged === 0 ? 'none' : `${formatNumber(checks.pass)} of ${formatNumber(judged)}`, [judged > 0 && (checks.fail > 0 ? `${formatNumber(checks.fail)} failed` : 'none failed'), unjudgedText(checks)].filter(Boolean).join(', ') || 'no check ran')}
${tile('Cost', costAmount(cost_usd), costRemarks(cost_usd).join('; ') || (tokens.known_turns > 0 ? 'recorded' : 'no usage recorded'))}
</dl>`
}

function summary(view: ReportView): Markup {
  const { top_outcomes } = view.report.executive_summary
  const itemOf = itemFinder(view.report.projects)
  const rows = top_outcomes.map(({ text, confidence, citations }) => {
    const item = itemOf(citations)
    const highlights = item?.highlights ?? []
    return html`<li><span class="kind">${item && itemStateText(item)}</span><span class="text">${item && html`<strong>${item.title}</strong><br>`}${prose(text)}${highlights.length > 0 && html`<ul class="highlights">${highlights.map(each => html`<li>${prose(each.text)} ${citationLinks(view.cited, each.citations)}</li>`)}</ul>`}</span>${confidenceChip(confidence)}${citationLinks(view.cited, citations)}</li>`
  })
  return html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
${rows.length > 0 ? html`<ul class="lede">${rows}</ul>` : html`<p>No outcome is supported by evidence.</p>`}</section>`
}

function openItems(
  view: ReportView,
  { id, title: heading }: { id: string; title: string },
  isWanted: (item: OpenItem) => boolean,
): Markup | false {
  const open_items = view.report.executive_summary.open_items.filter(isWanted)
  if (open_items.length === 0) return false
  const itemOf = itemFinder(view.report.projects)
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><ul class="open">
${open_items.map(({ text, citations }) => {
  const title = itemOf(citations)?.title
  return html`<li>${title !== undefined && html`<strong>${title}</strong><br>`}${prose(text)} ${citationLinks(view.cited, citations)}</li>`
})}
</ul></section>`
}

function gaps(view: ReportView): Markup | false {
  const cited = view.report.gaps.flatMap(({ project_key, session_ref, turn_ref }) => {
    const citation = view.evidence.get(project_key)?.citations.get(`${session_ref}/${turn_ref}`)
    return citation ? [citation] : []
  })
  return (
    cited.length > 0 &&
    html`<section aria-labelledby="gaps"><h2 id="gaps">Without evidence</h2><div class="minor"><p>Nothing is claimed about ${plural(cited.length, 'turn')}:</p><p>${citationLinks(view.cited, cited)}</p></div></section>`
  )
}

function certificateSection({ report: { certificate } }: ReportView): Markup | false {
  return (
    certificate !== null &&
    html`<section aria-labelledby="coverage"><h2 id="coverage">Coverage</h2><ul class="notes">${certificateLines(certificate).map(line => html`<li>${line}</li>`)}</ul></section>`
  )
}

function footer({ report }: ReportView): Markup {
  return html`<footer><p>A citation such as S0001:2-11 names a session and the lines of a turn in its transcript. Check all of them against the bytes with <code>daybook diary verify --date ${report.report_date}</code>.</p>
<p>This report describes work. It does not score, rank or judge a person.</p></footer>`
}

/** Every chain, turn by turn: what the claims above rest on. */
function evidenceAppendix(view: ReportView): Markup | false {
  const projects = view.report.projects.flatMap(({ project_key, project_label }) => {
    const project = view.evidence.get(project_key)
    const chains = [...(project?.citations ?? [])].flatMap(([turn, citation]) => {
      const chain = project?.chains.get(turn)
      return chain ? [chainBlock(view, chain, citation)] : []
    })
    if (chains.length === 0) return []
    return [
      html`<details><summary>${project_label}: ${plural(chains.length, 'chain')}</summary><div>${chains}</div></details>`,
    ]
  })
  return (
    projects.length > 0 &&
    html`<section aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>
<p class="meta">What each turn shows, with the lines of its transcript. Every claim above rests on these.</p>${projects}</section>`
  )
}

function chainBlock(view: ReportView, chain: Chain, citation: Citation): Markup {
  const claims: Array<[string, { summary: string; citations: ReadonlyArray<{ lines: string }> }]> = [
    ['Trigger', chain.trigger],
    ...chain.agent_reactions.map(reaction => ['Reaction', reaction] satisfies [string, object]),
    ...chain.outcomes.map(outcome => ['Outcome', outcome] satisfies [string, object]),
    ...chain.observed_checks.map(check => ['Check', check] satisfies [string, object]),
    [terminalNames[chain.terminal_state.type], chain.terminal_state],
  ]
  return html`<div class="chain"><h3>${chain.turn_ref} ${citationLinks(view.cited, [citation], citation.project_key)} <span class="chip">${chain.materiality}</span></h3><dl>
${claims.map(
  ([name, { summary, citations }]) =>
    html`<dt>${name}</dt><dd>${prose(summary)} <span class="cites">${citations.map(({ lines }) => lines).join(', ')}</span></dd>`,
)}</dl></div>`
}

/** What an agent read out of the day's words; only there when one did. */
function engagementSection({ report, cited }: ReportView): Markup | false {
  const read = report.engagement_assessment
  if (!read) return false
  const { overall_reading, observations, limits } = read
  return html`<section aria-labelledby="engagement"><h2 id="engagement">Engagement</h2><article class="item">
<p>${prose(overall_reading.text)} ${citationLinks(cited, overall_reading.citations)} ${confidenceChip(overall_reading.confidence)}</p>
<ul class="outcomes">${observations.map(
    ({ dimension, statement, citations, confidence }) =>
      html`<li><span class="kind">${dimension}</span><span>${prose(statement)} ${citationLinks(cited, citations)} <span class="sure">${confidence}</span></span></li>`,
  )}</ul>
<ul class="limits">${[...limits, engagementLimit].map(limit => html`<li>${limit}</li>`)}</ul></article></section>`
}

function learningSection({ report, cited }: ReportView): Markup | false {
  const read = report.team_learning
  if (!read) return false
  const { takeaways, patterns, limits } = read
  return html`<section aria-labelledby="learning"><h2 id="learning">Learning</h2><article class="item">
<p>${prose(takeaways.text)} ${citationLinks(cited, takeaways.citations)} ${confidenceChip(takeaways.confidence)}</p>
<ul class="outcomes">${patterns.map(
    ({ kind, statement, rationale, recurrence, citations, confidence }) =>
      html`<li><span class="kind">${kind}</span><span>${statement} ${rationale} Seen: ${recurrence}. ${citationLinks(cited, citations)} <span class="sure">${confidence}</span></span></li>`,
  )}</ul>
<ul class="limits">${[...limits, learningLimit].map(limit => html`<li>${limit}</li>`)}</ul></article></section>`
}

type Project = BuiltReport['projects'][number]
type Messages = Project['source_user_messages']

function projectSection(view: ReportView, project: Project): Markup {
  const { project_key, project_label, summary, work_items, statistics } = project
  const minor = work_items.filter(item => !isMaterial(item))
  const messagesOf = messageFinder(project)
  return html`<section class="project" aria-labelledby="project-${project_key}">
<header><h3 id="project-${project_key}">${project_label}</h3><span class="key">${project_key}</span><span class="meta">${plural(statistics.turns, 'turn')} in ${plural(statistics.sessions, 'session')}</span></header>
${summary && html`<p>${prose(summary.text)} ${citationLinks(view.cited, summary.citations, project_key)}</p>`}
${work_items.filter(isMaterial).map(item => itemCard(view, project, item, messagesOf(item)))}
${minor.length > 0 && minorItems(view, project, minor)}
</section>`
}

const dispositionTones: { [disposition: string]: string } = {
  completed: 'good',
  failed: 'bad',
  blocked: 'bad',
  interrupted: 'warn',
  clarification: 'calm',
}

function itemCard(view: ReportView, project: Project, item: ReportItem, said: Messages): Markup {
  const { project_key } = project
  return html`<article class="item" id="${project_key}-${item.work_item_ref}">
<header><h4>${item.title}</h4>${item.disposition !== null && html`<span class="chip ${item.waits_for_answer ? 'calm' : dispositionTones[item.disposition]}">${itemStateText(item)}</span>`}${confidenceChip(item.confidence)}<span class="ref">${item.work_item_ref}</span></header>
${item.sentence && html`<p>${prose(item.sentence.text)} ${citationLinks(view.cited, item.sentence.citations, project_key)}</p>`}
<ul class="outcomes">
${item.outcomes.map(
  ({ category, summary, confidence, citations }) =>
    html`<li><span class="kind">${categoryNames[category]}</span><span>${prose(summary)} ${citationLinks(view.cited, citations, project_key)} <span class="sure">${confidence}</span></span></li>`,
)}
${item.terminal_states.map(
  ({ type, summary, citations }) =>
    html`<li><span class="kind">${terminalNames[type]}</span><span>${prose(summary)} ${citationLinks(view.cited, citations, project_key)}</span></li>`,
)}
</ul>
${item.limits.length > 0 && html`<ul class="limits">${item.limits.map(limit => html`<li>${limit}</li>`)}</ul>`}
${story(view, project, item, said)}
</article>`
}

function story(view: ReportView, project: Project, item: ReportItem, said: Messages): Markup {
  return html`<details><summary>Trigger, actions and messages</summary><div class="story">
${item.trigger_summary !== null && html`<p>${prose(item.trigger_summary)}</p>`}
${item.agent_reaction_summary !== null && html`<p>${prose(item.agent_reaction_summary)}</p>`}
${item.main_actions.length > 0 && html`<ul>${item.main_actions.map(action => html`<li>${prose(action)}</li>`)}</ul>`}
${said.map(
  turn =>
    html`<p class="who">${turn.session_ref} ${turn.turn_ref}, verbatim</p>${turn.messages.map(message => html`<blockquote>${message}</blockquote>`)}`,
)}
<p>Covers ${citationLinks(view.cited, coveredCitations(view, project, item), project.project_key)}</p>
</div></details>`
}

function minorItems(view: ReportView, project: Project, items: readonly ReportItem[]): Markup {
  const turns = items.reduce((sum, { covered_turns }) => sum + covered_turns.length, 0)
  return html`<details class="minor"><summary>Minor activity and gaps: ${plural(turns, 'turn')}</summary><ul>
${items.map(
  item =>
    html`<li><span class="ref">${item.work_item_ref}</span> ${item.title}. ${item.reason} ${citationLinks(view.cited, coveredCitations(view, project, item), project.project_key)}</li>`,
)}
</ul></details>`
}

function coveredCitations({ evidence }: ReportView, { project_key }: Project, { covered_turns }: ReportItem) {
  const project = evidence.get(project_key)
  return project ? cite(project, covered_turns) : []
}
