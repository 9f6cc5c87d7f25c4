import { type Bar, type BarChart, longestBar, placeParts, shorten } from '../charts/bars.ts'
import { nameFile } from '../charts/day.ts'
import { html, type Markup } from './markup.ts'

/** A chart that can be read without seeing it: a title, a sentence, and its numbers as a table. */
export interface Chart {
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
export function legendOf(entries: BarChart['legend']): Markup {
  return html`<ul class="legend" aria-hidden="true">${entries.map(
    ([swatch, name]) =>
      html`<li><svg viewBox="0 0 14 14" width="14" height="14"><rect class="${swatch}" x="1" y="1" width="12" height="12" rx="3"/></svg>${name}</li>`,
  )}</ul>`
}
