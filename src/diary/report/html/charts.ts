import { type TerminalType, terminalTypes } from '../../schema.ts'
import { turnKey } from '../../workspace/refs.ts'
import { type Bar, type BarChart, fitLabel, labelWidth, longestBar, placeParts, shorten } from '../charts/bars.ts'
import { nameFile } from '../charts/day.ts'
import { barHeight, clockTime, layOutTimeline, summarizeTimeline, type TurnBar, tickLabel } from '../charts/timeline.ts'
import { terminalNames } from '../text/names.ts'
import type { ReportView } from '../view.ts'
import { html, type Markup } from './markup.ts'

/** A chart that can be read without seeing it: a title, a sentence, and its numbers as a table. */
interface Chart {
  /** Unique on the page. */
  id: string
  title: string
  summary: string
  height: number
  body: Markup
  legend?: Markup | false
  head: readonly string[]
  rows: ReadonlyArray<ReadonlyArray<string | number | Markup>>
  /** Bars with links must stay reachable, so the drawing is then not a single image. */
  hasLinks?: boolean
  /** It is the section, so its title is the heading. */
  isSection?: boolean
}

/** The width of every drawing. */
export const width = 960

export function figure({ id, title, summary, height, body, legend, head, rows, hasLinks, isSection }: Chart): Markup {
  return html`<figure class="chart" id="${id}">
<figcaption>${isSection ? html`<h2 id="${id}-title">${title}</h2>` : html`<h3 id="${id}-title">${title}</h3>`}<p id="${id}-text">${summary}</p></figcaption>
${legend}
<div class="scroll" role="group" tabindex="0" aria-labelledby="${id}-title">
<svg viewBox="0 0 ${width} ${height}" role="${hasLinks ? 'group' : 'img'}" aria-labelledby="${id}-title" aria-describedby="${id}-text">
${body}
</svg>
</div>
<details class="data"><summary>Data of this chart</summary>${dataTable(head, rows, title)}</details>
</figure>`
}

/** Horizontal bars with their names in front and their numbers behind. */
export function barFigure(id: string, chart: BarChart | undefined): Markup | false {
  if (!chart) return false
  const { bars, legend, ...words } = chart
  const longest = longestBar(bars)
  // Groups are named beside their bars, which are then of one colour.
  const hasLegend = legend.length > 0 && !bars.some(({ group }) => group !== undefined)
  return figure({
    id,
    ...words,
    height: bars.length * rowHeight + 12,
    body: html`${bars.map((bar, index) => barRow(bar, index * rowHeight + 8, longest))}`,
    legend: hasLegend && legendOf(legend),
  })
}

const rowHeight = 30
const labelEnd = 300
const barStart = 316
const barEnd = 800

function barRow({ label, owner, group, parts, note }: Bar, y: number, longest: number): Markup {
  const name = nameFile(label, owner)
  const { placed, end } = placeParts(parts, longest, barStart, barEnd)
  const rects = placed.map(
    ({ part: { swatch, of, text }, x, width }) =>
      html`<rect class="${swatch}" x="${x}" y="${y}" width="${width}" height="18" rx="3"><title>${`${of === undefined ? label : `${label}, ${of}`}: ${text}`}</title></rect>`,
  )
  return html`${group !== undefined && html`<text class="group" x="0" y="${y + 13}">${group}</text>`}<text class="label" x="${labelEnd}" y="${y + 14}" text-anchor="end">${shorten(name, group === undefined ? 42 : 32)}<title>${name}</title></text>${rects}<text class="note" x="${end + 8}" y="${y + 14}">${note}</text>`
}

export function dataTable(
  head: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number | Markup>>,
  title: string,
): Markup {
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${title}"><table>
<thead><tr>${head.map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(value => html`<td>${value}</td>`)}</tr>`,
  )}</tbody>
</table></div>`
}

/** Coloured squares and their meaning. */
function legendOf(entries: BarChart['legend']): Markup {
  return html`<ul class="legend" aria-hidden="true">${entries.map(
    ([swatch, name]) =>
      html`<li><svg viewBox="0 0 14 14" width="14" height="14"><rect class="${swatch}" x="1" y="1" width="12" height="12" rx="3"/></svg>${name}</li>`,
  )}</ul>`
}

const ground = { right: width - 14, top: 26, above: 8, below: 8, tickHours: 3 }

/** When the agents worked: a lane per project, a bar per turn. */
export function timelineChart(view: ReportView): Markup | false {
  const { window, timezone, projects, statistics } = view.report
  const { timeline } = statistics
  if (timeline.length === 0 || !(Date.parse(window.end) > Date.parse(window.start))) return false
  const names = projects.map(({ project_label }) => labelWidth(project_label))
  const left = Math.round(Math.min(width / 3, Math.max(80, ...names) + 24))
  const { lanes, ticks, bottom } = layOutTimeline({ window, timezone, projects, timeline }, { left, ...ground })
  const used = new Set(timeline.map(({ terminal }) => swatchOf(terminal)))
  return figure({
    id: 'timeline',
    title: 'Timeline',
    summary: summarizeTimeline(timeline, ticks),
    height: bottom + 8,
    hasLinks: true,
    isSection: true,
    legend: legendOf(
      [...terminalTypes, null]
        .filter(type => used.has(swatchOf(type)))
        .map(type => [swatchOf(type), type === null ? 'No evidence' : terminalNames[type]]),
    ),
    body: html`${lanes.map(
      ({ y, height }, index) =>
        html`<rect class="${index % 2 === 1 ? 'lane odd' : 'lane'}" x="0" y="${y}" width="${width}" height="${height}"/>`,
    )}
${ticks.map(
  tick =>
    html`<path class="${tick.change === undefined ? 'tick' : 'tick change'}" d="M${tick.x} ${ground.top - 4} V${bottom}"/><text class="hour" x="${tick.x}" y="14" text-anchor="middle">${tickLabel(tick)}</text>`,
)}
${lanes.map(
  ({ label, y, bars }) =>
    html`<text class="label strong" x="10" y="${y + ground.above + 11}">${fitLabel(label, left - 24)}<title>${label}</title></text>
${bars.map(bar => turnBar(view, bar))}`,
)}`,
    head: ['Turn', 'Project', 'From', 'To', 'Ended'],
    rows: timeline.map(entry => [
      `${entry.session_ref} ${entry.turn_ref}`,
      view.labels.get(entry.project_key) ?? entry.project_key,
      clockTime(entry.start),
      clockTime(entry.end),
      entry.terminal === null ? 'No evidence' : terminalNames[entry.terminal],
    ]),
  })
}

function turnBar(view: ReportView, { entry, x, y, width, goesOn }: TurnBar): Markup {
  const citation = view.evidence.get(entry.project_key)?.citations.get(turnKey(entry))
  const state = entry.terminal === null ? 'no evidence' : terminalNames[entry.terminal]
  const name = `${view.labels.get(entry.project_key) ?? entry.project_key}, ${entry.session_ref} ${entry.turn_ref}, ${clockTime(entry.start)} to ${clockTime(entry.end)}, ${state}`
  const shape = html`<rect class="${swatchOf(entry.terminal)} ${entry.materiality ?? 'none'}" x="${x}" y="${y}" width="${width}" height="${barHeight}" rx="2"/>${goesOn && html`<path class="arrow" d="M${ground.right + 1} ${y} l7 6 l-7 6 z"/>`}<title>${name}</title>`
  const href = citation ? view.cited(citation).href : null
  return href === null ? html`<g>${shape}</g>` : html`<a href="${href}" aria-label="${name}">${shape}</a>`
}

function swatchOf(terminal: TerminalType | null): string {
  return `state-${terminal ?? 'none'}`
}
