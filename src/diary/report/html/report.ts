import { formatCount, formatNumber } from '../../../kernel/numbers.ts'
import { cut } from '../../extract/text.ts'
import type { Chain } from '../../schema.ts'
import type { BuiltReport } from '../build.ts'
import { checksChart, filesChart, toolsChart } from '../charts/day.ts'
import { tokensChart } from '../charts/tokens.ts'
import { isMaterial } from '../report-items.ts'
import type { Citation, ReportItem } from '../schema.ts'
import { countedProjects, statisticsTables } from '../statistics-tables.ts'
import { certificateLines, engagementLimit, learningLimit, stateText } from '../text/certificate-text.ts'
import { costAmount, costRemarks } from '../text/costs.ts'
import { openText, partNames, partOf, resultText } from '../text/item-parts.ts'
import { categoryNames, longDate, standupForms, standupNames, terminalNames } from '../text/names.ts'
import { checkFigure, lineCounts } from '../text/numbers.ts'
import { standupSubject, standupText } from '../text/standup.ts'
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
import { barFigure, dataTable, timelineChart } from './charts.ts'
import { citationLinks, confidenceChip, html, type Markup, prose } from './markup.ts'
import { page } from './page.ts'
import { fold, stateChip, workTable } from './work-table.ts'

/** report.html: the day as a page by itself: what a reader wants to know first, the rest folded below it. */
export function htmlReport(view: ReportView): string {
  const { report } = view
  const counted = countedProjects(report)
  const body = html`<main>
${header(view)}
${summary(view)}
${openItems(view)}
${fold(
  'work',
  'Work by project',
  html`${report.projects.length === 0 && html`<p>No project has a turn on this day.</p>`}
${report.projects.map(project => projectSection(view, project))}`,
)}
${fold(
  'charts',
  'In numbers',
  html`${tiles(report.statistics, report.projects.flatMap(({ work_items }) => work_items.filter(isMaterial)).length)}
${timelineChart(view)}
${barFigure('files', filesChart(report.statistics, view.labels))}
${barFigure('checks', checksChart(report.statistics))}
${barFigure('tokens', tokensChart(report.statistics, report.projects))}
${barFigure('tools', toolsChart(report.statistics))}`,
)}
${gaps(view)}
${engagementSection(view)}
${learningSection(view)}
${fold(
  'numbers',
  'Statistics',
  html`<div class="tables">
${statisticsTables(report.statistics, counted).map(
  ({ title, head, rows }) => html`<div><h3>${title}</h3>${dataTable(head, rows, title)}</div>`,
)}
</div>`,
)}
${certificateSection(view)}
${evidenceAppendix(view)}
${copies(view)}
${footer(view)}
</main>`
  return page(`${report.title.text} · ${report.report_date}`, body, view.stamp)
}

function header({ report }: ReportView): Markup {
  const { report_date, title, overall_confidence, warnings, lead, figures } = report
  return html`<header>
<p class="eyebrow">${longDate(report_date)}</p>
<h1>${title.text}</h1>
${lead.length > 0 ? html`<p class="lead">${lead.join(' ')}</p>` : figures !== '' && html`<p class="lead">${figures}</p>`}
<p class="meta"><span class="chip${report.status === 'partial' && ' warn'}">${stateText(report)}</span>${confidenceChip(overall_confidence)}</p>
${warnings.length > 0 && html`<ul class="notes">${warnings.map(warning => html`<li>${warning}</li>`)}</ul>`}
</header>`
}

function tiles(
  { turns, sessions, projects, files, checks, cost_usd, tokens }: ReportView['report']['statistics'],
  items: number,
): Markup {
  const check = checkFigure(checks)
  const tile = (name: string, value: string, more: string) =>
    html`<div class="tile"><dt>${name}</dt><dd>${value}<small>${more}</small></dd></div>`
  return html`<dl class="tiles">
${tile('Work items', formatNumber(items), `in ${formatCount(projects, 'project')}`)}
${tile('Turns', formatNumber(turns), `in ${formatCount(sessions, 'session')}`)}
${tile('Files changed', formatNumber(files.touched), lineCounts(files, ' lines'))}
${tile('Checks', check.value, check.more)}
${tile('Cost', costAmount(cost_usd), costRemarks(cost_usd).join('; ') || (tokens.known_turns > 0 ? 'recorded' : 'no usage recorded'))}
</dl>`
}

/** One row per piece of work; the title leads to everything that is known of it. */
function summary(view: ReportView): Markup {
  const { items, more } = summarized(view.report)
  const several = new Set(items.map(({ project }) => project.project_label)).size > 1
  const rows = items.map(({ project: { project_key, project_label }, item }) => {
    const asked = partOf(item, 'asked')
    const open = partOf(item, 'open')?.text
    return {
      asked: html`${view.hasLinks ? html`<a href="#${project_key}-${item.work_item_ref}">${item.title}</a>` : item.title}${several && html` <span class="key">${project_label}</span>`}${asked && html`<p>${prose(asked.text)}</p>`}`,
      result: html`${stateChip(item)} ${prose(resultText(item))}${partOf(item, 'done') && item.last_message && html`<p>“${item.last_message.text}”</p>`}`,
      checked: partOf(item, 'checked')?.text,
      open: open && openText(open),
    }
  })
  return html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
${rows.length > 0 ? html`${workTable(rows)}${more > 0 && html`<p class="meta">And ${more} more, below.</p>`}` : html`<p>No outcome is supported by evidence.</p>`}</section>`
}

/** Nothing in the page may run, so a click selects the whole text; the e-mail opens in the reader's own program. */
function copies({ report, hasLinks }: ReportView): Markup {
  const mail = standupText([report], 'email')
  const address = `mailto:?subject=${encodeURIComponent(`${standupSubject([report])}: ${report.title.text}`)}&body=${encodeURIComponent(cut(mail, mostMailed))}`
  return fold(
    'copy',
    'Copy for Slack or e-mail',
    html`<p class="meta">A click selects the whole text.${hasLinks && html` <a href="${address}">Write it as an e-mail</a>`}</p>
${standupForms.map(form => html`<h3>${standupNames[form]}</h3><pre class="copy" tabindex="0">${standupText([report], form)}</pre>`)}`,
  )
}

/** Mail programs take addresses of about two thousand characters, and each may take up to nine. */
const mostMailed = 1200

/** What is open and in no row of the summary. */
function openItems(view: ReportView): Markup | false {
  const { items } = summarized(view.report)
  const told = new Set(items.flatMap(({ item }) => (partOf(item, 'open') ? [item] : [])))
  const open = openOf(view.report).filter(({ item }) => item === undefined || !told.has(item))
  if (open.length === 0) return false
  return html`<section aria-labelledby="open"><h2 id="open">Open items</h2><ul class="open">
${open.map(
  ({ item, text, citations }) =>
    html`<li>${item && html`<strong>${item.title}</strong><br>`}${prose(text)} ${citationLinks(view.cited, citations)}</li>`,
)}
</ul></section>`
}

function gaps(view: ReportView): Markup | false {
  const cited = gapCitations(view)
  return (
    cited.length > 0 &&
    fold(
      'gaps',
      'Without evidence',
      html`<p>Nothing is claimed about ${formatCount(cited.length, 'turn')}:</p><p>${citationLinks(view.cited, cited)}</p>`,
      formatCount(cited.length, 'turn'),
    )
  )
}

function certificateSection({ report: { certificate } }: ReportView): Markup | false {
  return (
    certificate !== null &&
    fold(
      'coverage',
      'Coverage',
      html`<ul class="notes">${certificateLines(certificate).map(line => html`<li>${line}</li>`)}</ul>`,
    )
  )
}

function footer({ report }: ReportView): Markup {
  const { report_date, window, timezone } = report
  return html`<footer><p>Turns that began from ${minuteOf(window.start)} to ${minuteOf(window.end)}, ${timezone}. A citation such as S0001:2-11 names a session and the lines of a turn in its transcript. Check all of them against the bytes with <code>daybook diary verify --date ${report_date}</code>.</p>
<p>This report describes work. It does not score, rank or judge a person.</p></footer>`
}

function minuteOf(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}

/** Every chain, turn by turn: what the claims above rest on. */
function evidenceAppendix(view: ReportView): Markup | false {
  const projects = view.report.projects.flatMap(({ project_key, project_label }) => {
    const chains = chainsOf(view, project_key).map(({ chain, citation }) => chainBlock(view, chain, citation))
    if (chains.length === 0) return []
    return [
      html`<details><summary>${project_label}: ${formatCount(chains.length, 'chain')}</summary><div>${chains}</div></details>`,
    ]
  })
  return (
    projects.length > 0 &&
    fold(
      'evidence',
      'Evidence',
      html`<p class="meta">What each turn shows, with the lines of its transcript. Every claim above rests on these.</p>${projects}`,
    )
  )
}

function chainBlock(view: ReportView, chain: Chain, citation: Citation): Markup {
  return html`<div class="chain"><h3>${chain.turn_ref} ${citationLinks(view.cited, [citation], citation.project_key)} <span class="chip">${chain.materiality}</span></h3><dl>
${claimsOf(chain).map(
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
<header><h3 id="project-${project_key}">${project_label}</h3><span class="key">${project_key}</span><span class="meta">${formatCount(statistics.turns, 'turn')} in ${formatCount(statistics.sessions, 'session')}</span></header>
${summary && html`<p>${prose(summary.text)} ${citationLinks(view.cited, summary.citations, project_key)}</p>`}
${work_items.filter(isMaterial).map(item => itemCard(view, project, item, messagesOf(item)))}
${minor.length > 0 && minorItems(view, project, minor)}
</section>`
}

function itemCard(view: ReportView, project: Project, item: ReportItem, said: Messages): Markup {
  const { project_key } = project
  return html`<article class="item" id="${project_key}-${item.work_item_ref}">
<header><h4>${item.title}</h4>${stateChip(item)}${confidenceChip(item.confidence)}<span class="ref">${item.work_item_ref}</span></header>
${item.parts.length > 0 ? askedAndSaid(view, project_key, item) : item.sentence && html`<p>${prose(item.sentence.text)} ${citationLinks(view.cited, item.sentence.citations, project_key)}</p>`}
${item.limits.length > 0 && html`<ul class="limits">${item.limits.map(limit => html`<li>${limit}</li>`)}</ul>`}
<details><summary>Outcomes and files</summary><ul class="outcomes">
${item.outcomes.map(
  ({ category, summary, confidence, citations }) =>
    html`<li><span class="kind">${categoryNames[category]}</span><span>${prose(summary)} ${citationLinks(view.cited, citations, project_key)} <span class="sure">${confidence}</span></span></li>`,
)}
${item.terminal_states.map(
  ({ type, summary, citations }) =>
    html`<li><span class="kind">${terminalNames[type]}</span><span>${prose(summary)} ${citationLinks(view.cited, citations, project_key)}</span></li>`,
)}
</ul></details>
${story(view, project, item, said)}
</article>`
}

/** What was asked, then what the agent said of it beside what is seen of it. */
function askedAndSaid(view: ReportView, projectKey: string, item: ReportItem): Markup {
  const row = (
    name: string,
    told: { text: string; citations: readonly Citation[] } | null | undefined,
    quoted = false,
  ) =>
    told
      ? html`<li><span class="kind">${name}</span><span>${quoted ? html`“${told.text}”` : prose(told.text)} ${citationLinks(view.cited, told.citations, projectKey)}</span></li>`
      : false
  return html`<ul class="outcomes">${row(partNames.asked, partOf(item, 'asked'))}
${row('The agent said', item.last_message, true)}
${row(partNames.done, partOf(item, 'done'))}
${row(partNames.checked, partOf(item, 'checked'))}
${row(partNames.open, partOf(item, 'open'))}</ul>`
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
  return html`<details class="minor"><summary>Minor activity and gaps: ${formatCount(turns, 'turn')}</summary><ul>
${items.map(
  item =>
    html`<li><span class="ref">${item.work_item_ref}</span> ${item.title}. ${item.reason} ${citationLinks(view.cited, coveredCitations(view, project, item), project.project_key)}</li>`,
)}
</ul></details>`
}
