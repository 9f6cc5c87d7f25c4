import { byteOrder } from '../../../kernel/byte-order.ts'
import { formatCount, formatNumber } from '../../../kernel/numbers.ts'
import { shorten } from '../charts/bars.ts'
import { checksChart, toolsChart } from '../charts/day.ts'
import { costChart, filesByDaysChart, heatByDay, heatCells, heatLevel, turnsChart } from '../charts/range.ts'
import { barFigure, dataTable, figure, width } from '../html/charts.ts'
import { html, citationLinks as linksTo, type Markup, prose } from '../html/markup.ts'
import { page } from '../html/page.ts'
import { fold, stateChip, workTable } from '../html/work-table.ts'
import { md, table, withLinksBelow } from '../markdown/markup.ts'
import { citationsIn } from '../text/citation-text.ts'
import { costAmount, costRemarks, costText } from '../text/costs.ts'
import { openText, questionText, waitingWords } from '../text/item-parts.ts'
import { itemStateText, shortDate } from '../text/names.ts'
import { checkVerdictsText, lineCounts } from '../text/numbers.ts'
import { rangeTitle } from '../text/range-title.ts'
import type { DatedCitation, RangeItem, RangeReport } from './schema.ts'

interface RangeView {
  report: RangeReport
  baseUrl: string | undefined
  stamp: string
}

export function markdownRange(view: RangeView): string {
  const { report, stamp } = view
  const cited = writers(view)
  const citing = (citations: readonly DatedCitation[], inside?: string) =>
    citations
      .map(citation => cited(citation.date)(citation, inside))
      .map(({ text, href }) => `[${md(text)}](<${href}>)`)
      .join('; ')
  const openIn = (heading: string, isQuestion: boolean) => {
    const lines = report.open_items
      .filter(({ is_question }) => is_question === isQuestion)
      .map(
        ({ date, title, text, citations }) =>
          `- ${date} ${title === null ? '' : `**${md(title)}** — `}${md(questionText(text))} (${citing(citations)})`,
      )
    return lines.length === 0 ? [] : [`## ${heading}`, lines.join('\n')]
  }
  const blocks = [
    `# ${md(rangeTitle(report))}`,
    ...(report.lead.length > 0 ? [md(report.lead.join(' '))] : []),
    md(headline(report)),
    ...(report.timezone_set.length > 0 ? [`Days of ${md(report.timezone_set.join(', '))}.`] : []),
    ...openIn(waitingWords, true),
    ...(weightiest(report).length > 0
      ? [
          '## Summary',
          weightiest(report)
            .map(
              ({ date, title, sentence, citations }) =>
                `- ${date} **${md(title)}** — ${md(sentence)} (${citing(citations)})`,
            )
            .join('\n'),
        ]
      : []),
    ...openIn('Open items', false),
    '## Work by project',
    ...(report.projects.length === 0 ? ['No day of this range has a report.'] : []),
    ...report.projects.flatMap(({ project_key, project_label, days, work_items }) => [
      `### ${md(project_label)}`,
      `${formatCount(work_items.length, 'work item')} on ${formatCount(days.length, 'day')}.`,
      ...(work_items.length > 0
        ? [
            work_items
              .map(
                item =>
                  `- ${item.date} ${item.work_item_ref} **${md(item.title)}** · ${[itemStateText(item), `${item.confidence} confidence`].filter(part => part !== null).join(' · ')} (${citing(item.citations, project_key)})`,
              )
              .join('\n'),
          ]
        : []),
    ]),
    '## Days',
    table(dayHead, dayRows(report)),
    `<!-- ${stamp} -->`,
  ]
  return withLinksBelow(`${blocks.join('\n\n')}\n`)
}

export function htmlRange(view: RangeView): string {
  const { report } = view
  const cited = writers(view)
  const citing = (citations: readonly DatedCitation[], inside?: string) => {
    const date = citations[0]?.date
    return date === undefined ? false : linksTo(cited(date), citations, inside)
  }
  const rows = report.projects
    .flatMap(({ project_key, project_label, work_items }) =>
      work_items.map(item => ({ item, project_label, open: openOf(report, project_key, item) })),
    )
    .sort((one, other) => byteOrder(other.item.date, one.item.date) || other.item.weight - one.item.weight)
  const several = new Set(rows.map(({ project_label }) => project_label)).size > 1
  const told = new Set(rows.flatMap(({ open }) => open))
  const open = report.open_items.filter(each => !told.has(each))
  const body = html`<main>
<header><h1>${rangeTitle(report)}</h1>
${report.lead.length > 0 && html`<p class="lead">${report.lead.join(' ')}</p>`}</header>
${
  rows.length > 0 &&
  html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
${workTable(
  rows.map(({ item, project_label, open }) => ({
    asked: html`<strong>${item.title}</strong><p>${shortDate(item.date)}${several && ` · ${project_label}`}</p>`,
    result: html`${stateChip(item)} ${prose(item.result ?? item.sentence ?? '')}`,
    checked: item.checked,
    open: open.map(({ text }) => openText(text)).join(' '),
  })),
)}</section>`
}
${
  open.length > 0 &&
  html`<section aria-labelledby="open"><h2 id="open">Open items</h2><ul class="open">${open.map(({ date, title, text, citations }) => html`<li>${title !== null && html`<strong>${title}</strong><br>`}${shortDate(date)}: ${prose(text)} ${citing(citations)}</li>`)}</ul></section>`
}
${fold(
  'charts',
  'In numbers',
  html`${tiles(report)}
${barFigure('turns', turnsChart(report, report.projects))}
${heatMap(report)}
${barFigure('files', filesByDaysChart(report, report.projects))}
${barFigure('cost', costChart(report, [report]))}
${barFigure('checks', checksChart(report.statistics))}
${barFigure('tools', toolsChart(report.statistics))}
${dataTable(dayHead, dayRows(report), 'Days')}`,
)}
${fold(
  'work',
  'Evidence by project',
  html`${report.projects.length === 0 && html`<p>No day of this range has a report.</p>`}
${report.projects.map(
  ({
    project_key,
    project_label,
    days,
    work_items,
  }) => html`<section class="project" aria-labelledby="project-${project_key}">
<header><h3 id="project-${project_key}">${project_label}</h3><span class="key">${project_key}</span><span class="meta">${formatCount(work_items.length, 'work item')} on ${formatCount(days.length, 'day')}</span></header>
${work_items.length > 0 && html`<ul class="outcomes">${work_items.map(item => html`<li><span class="kind">${shortDate(item.date)}</span><span>${item.title} ${citing(item.citations, project_key)} <span class="sure">${item.confidence} confidence</span></span></li>`)}</ul>`}
</section>`,
)}`,
)}
<footer><p>${report.timezone_set.length > 0 && `Days of ${report.timezone_set.join(', ')}. `}Items of different days are listed side by side and never joined into one claim.</p><p>This report describes work. It does not score, rank or judge a person.</p></footer>
</main>`
  return page(rangeTitle(report), body, view.stamp)
}

/** What a piece of work leaves open, as of the last day that says so. */
function openOf(report: RangeReport, projectKey: string, { date, title }: RangeItem): RangeReport['open_items'] {
  return report.open_items.filter(open => open.project_key === projectKey && open.date === date && open.title === title)
}

/** Links lead to the day a citation is of. */
function writers({ report, baseUrl }: RangeView) {
  const labels = new Map(report.projects.map(({ project_key, project_label }) => [project_key, project_label]))
  return (date: string) => citationsIn(date, baseUrl, labels)
}

const maxSummed = 12

/** The sentences of the weightiest items, in the order of the days. */
function weightiest({ projects }: RangeReport): Array<RangeItem & { sentence: string }> {
  return projects
    .flatMap(({ work_items }) => work_items)
    .flatMap(item => (item.sentence === null ? [] : [{ ...item, sentence: item.sentence }]))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, maxSummed)
    .sort((one, other) => byteOrder(one.date, other.date))
}

function headline({ statistics, projects }: RangeReport): string {
  return [
    formatCount(statistics.turns, 'turn'),
    formatCount(projects.length, 'project'),
    `${formatCount(statistics.files.touched, 'file')} changed`,
    ...(checkVerdictsText(statistics.checks) === '' ? [] : [checkVerdictsText(statistics.checks)]),
    `cost ${costText(statistics)}`,
  ].join(' · ')
}

function tiles({ statistics, projects, days }: RangeReport): Markup {
  const missing = days.length - statistics.days
  const tile = (name: string, value: string, more: string) =>
    html`<div class="tile"><dt>${name}</dt><dd>${value}<small>${more}</small></dd></div>`
  return html`<dl class="tiles">
${tile('Work items', formatNumber(statistics.work_items.material_work_item ?? 0), `in ${formatCount(projects.length, 'project')}`)}
${tile('Turns', formatNumber(statistics.turns), `on ${formatCount(statistics.days, 'day')}`)}
${tile('Files changed', formatNumber(statistics.files.touched), `${lineCounts(statistics.files, ' lines')}, the days added up`)}
${tile('Cost', costAmount(statistics.cost_usd), costRemarks(statistics.cost_usd).join('; ') || 'recorded')}
${tile('Days without report', formatNumber(missing), missing === 0 ? 'every day has one' : 'no work, or not read yet')}
</dl>`
}

const dayHead = ['Day', 'State', 'Turns', 'Work items', 'Cost']

function dayRows({ days }: RangeReport): string[][] {
  return days.map(({ date, state, turns, material_items, cost_usd, cost_at_least }) => [
    date,
    state === 'not prepared' ? 'no report' : state,
    formatNumber(turns),
    formatNumber(material_items),
    costAmount({ total: cost_usd, at_least: cost_at_least }),
  ])
}

const left = 120
const top = 22
const cellWidth = Math.floor((width - left) / 24)
/** Rows of more days than these are thin, and only the first of a month is named. */
const maxNamedDays = 62

/** When turns began: a row per day, a column per hour. */
function heatMap(report: RangeReport): Markup | false {
  const days = heatByDay([report], report.days)
  const { cells, busiest } = heatCells(days)
  if (!busiest) return false
  const isThin = days.length > maxNamedDays
  const height = isThin ? 9 : 20
  const dayName = (label: string, row: number) =>
    html`<text class="hour" x="${left - 10}" y="${top + row * height + 13}" text-anchor="end">${shorten(label, 14)}</text>`
  const body = html`${Array.from({ length: 8 }, (_, index) => html`<text class="hour" x="${left + index * 3 * cellWidth}" y="14">${twoDigits(index * 3)}</text>`)}
${days.flatMap(({ key, label }, row) => (isThin && !key.endsWith('-01') ? [] : dayName(label, row)))}
${cells.map(
  ({ key, row, hour, count }) =>
    html`<rect class="${count === 0 ? 'heat-0' : `heat heat-${heatLevel(count, busiest.count)}`}" x="${left + hour * cellWidth}" y="${top + row * height}" width="${cellWidth - 2}" height="${height - 2}" rx="2"><title>${`${key} ${twoDigits(hour)}:00, ${formatCount(count, 'turn')}`}</title></rect>`,
)}`
  return figure({
    id: 'hours',
    title: 'Day and hour',
    summary: `Most turns began on ${busiest.key} between ${busiest.hour}:00 and ${busiest.hour + 1}:00: ${busiest.count}.`,
    height: top + days.length * height + 6,
    body,
    head: ['Day', ...Array.from({ length: 24 }, (_, hour) => twoDigits(hour))],
    rows: report.statistics.hours.map(({ date, turns }) => [date, ...turns.map(String)]),
  })
}

function twoDigits(hour: number): string {
  return String(hour).padStart(2, '0')
}
