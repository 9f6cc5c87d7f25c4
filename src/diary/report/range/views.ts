import { byteOrder } from '../../../transcripts/byte-order.ts'
import { plural } from '../../extract/text.ts'
import { shorten } from '../charts/bars.ts'
import { checksChart, toolsChart } from '../charts/day.ts'
import { costChart, filesByDaysChart, heatByDay, heatCells, heatLevel, turnsChart } from '../charts/range.ts'
import { barFigure, dataTable, figure, width } from '../html/charts.ts'
import { confidenceChip, html, citationLinks as linksTo, type Markup, prose } from '../html/markup.ts'
import { page } from '../html/page.ts'
import { md, table, withLinksBelow } from '../markdown/markup.ts'
import { citationsIn } from '../text/citation-text.ts'
import { costAmount, costRemarks, costText } from '../text/costs.ts'
import { questionText, waitingWords } from '../text/item-parts.ts'
import { itemStateText, longDate } from '../text/names.ts'
import { checkVerdictsText, formatCount, formatNumber, lineCounts } from '../text/numbers.ts'
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
    `# ${md(titleOf(report))}`,
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
      `${plural(work_items.length, 'work item')} on ${plural(days.length, 'day')}.`,
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
  const openIn = ({ id, heading }: { id: string; heading: string }, isQuestion: boolean) => {
    const items = report.open_items.filter(({ is_question }) => is_question === isQuestion)
    return (
      items.length > 0 &&
      html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><ul class="open${isQuestion && ' asks'}">${items.map(({ date, title, text, citations }) => html`<li>${title !== null && html`<strong>${title}</strong><br>`}${date}: ${prose(questionText(text))} ${citing(citations)}</li>`)}</ul></section>`
    )
  }
  const body = html`<main>
<header><p class="eyebrow">${longDate(report.from)} to ${longDate(report.to)}</p><h1>${titleOf(report)}</h1>
<p class="meta">${report.timezone_set.length > 0 && html`<span>${report.timezone_set.join(', ')}</span>`}</p>${tiles(report)}</header>
${openIn({ id: 'waiting', heading: waitingWords }, true)}
${weightiest(report).length > 0 && html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2><ul class="lede">${weightiest(report).map(item => html`<li><span class="kind">${item.date}</span><span class="text"><strong>${item.title}</strong><br>${prose(item.sentence)}</span>${confidenceChip(item.confidence)}${citing(item.citations)}</li>`)}</ul></section>`}
${openIn({ id: 'open', heading: 'Open items' }, false)}
<section aria-labelledby="charts"><h2 id="charts">In numbers</h2>
${barFigure('turns', turnsChart(report, report.projects))}
${heatMap(report)}
${barFigure('files', filesByDaysChart(report, report.projects))}
${barFigure('cost', costChart(report, [report]))}
${barFigure('checks', checksChart(report.statistics))}
${barFigure('tools', toolsChart(report.statistics))}
</section>
<section aria-labelledby="work"><h2 id="work">Work by project</h2>
${report.projects.length === 0 && html`<p>No day of this range has a report.</p>`}
${report.projects.map(
  ({
    project_key,
    project_label,
    days,
    work_items,
  }) => html`<section class="project" aria-labelledby="project-${project_key}">
<header><h3 id="project-${project_key}">${project_label}</h3><span class="key">${project_key}</span><span class="meta">${plural(work_items.length, 'work item')} on ${plural(days.length, 'day')}</span></header>
${work_items.length > 0 && html`<ul class="lede">${work_items.map(item => html`<li><span class="kind">${item.date}</span><span class="text">${item.title}</span>${confidenceChip(item.confidence)}<span class="cites">${itemStateText(item)} ${citing(item.citations, project_key)}</span></li>`)}</ul>`}
</section>`,
)}
</section>
<section aria-labelledby="days"><h2 id="days">Days</h2>${dataTable(dayHead, dayRows(report), 'Days')}</section>
<footer><p>Items of different days are listed side by side and never joined into one claim.</p><p>This report describes work. It does not score, rank or judge a person.</p></footer>
</main>`
  return page(titleOf(report), body, view.stamp)
}

/** Links lead to the day a citation is of. */
function writers({ report, baseUrl }: RangeView) {
  const labels = new Map(report.projects.map(({ project_key, project_label }) => [project_key, project_label]))
  return (date: string) => citationsIn(date, baseUrl, labels)
}

function titleOf({ from, to, statistics }: RangeReport): string {
  const items = statistics.work_items.material_work_item ?? 0
  return `${plural(items, 'work item')} from ${from} to ${to}`
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
    plural(statistics.turns, 'turn'),
    plural(projects.length, 'project'),
    `${plural(statistics.files.touched, 'file')} changed`,
    ...(checkVerdictsText(statistics.checks) === '' ? [] : [checkVerdictsText(statistics.checks)]),
    `cost ${costText(statistics)}`,
  ].join(' · ')
}

function tiles({ statistics, projects, days }: RangeReport): Markup {
  const missing = days.length - statistics.days
  const tile = (name: string, value: string, more: string) =>
    html`<div class="tile"><dt>${name}</dt><dd>${value}<small>${more}</small></dd></div>`
  return html`<dl class="tiles">
${tile('Work items', formatNumber(statistics.work_items.material_work_item ?? 0), `in ${plural(projects.length, 'project')}`)}
${tile('Turns', formatNumber(statistics.turns), `on ${plural(statistics.days, 'day')}`)}
${tile('Files changed', formatNumber(statistics.files.touched), `${lineCounts(statistics.files, ' lines')}, the days added up`)}
${tile('Cost', costAmount(statistics.cost_usd), costRemarks(statistics.cost_usd).join('; ') || 'recorded')}
${tile('Days without report', formatNumber(missing), missing === 0 ? 'every day has one' : 'not prepared')}
</dl>`
}

const dayHead = ['Day', 'State', 'Turns', 'Work items', 'Cost']

function dayRows({ days }: RangeReport): string[][] {
  return days.map(({ date, state, turns, material_items, cost_usd, cost_at_least }) => [
    date,
    state,
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
