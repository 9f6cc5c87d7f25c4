import { html, type Markup } from '../markup.ts'

/** A chart with all a reader needs who cannot see it: a title, a sentence, and its numbers as a table. */
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
  /** Bars that lead somewhere must stay reachable, so the drawing is then no single image. */
  hasLinks?: boolean
  /** Stands by itself and not below a heading of its section. */
  isSection?: boolean
}

/** Every chart is drawn on a ground of this width. */
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

/** Coloured squares and what they stand for. */
export function legendOf(entries: ReadonlyArray<[swatch: string, name: string]>): Markup {
  return html`<ul class="legend" aria-hidden="true">${entries.map(
    ([swatch, name]) =>
      html`<li><svg viewBox="0 0 14 14" width="14" height="14"><rect class="${swatch}" x="1" y="1" width="12" height="12" rx="3"/></svg>${name}</li>`,
  )}</ul>`
}

/** A value as a length on a ground, whole, and at least a sliver when there is anything at all. */
export function lengthOf(value: number, most: number, ground: number): number {
  if (value <= 0 || most <= 0) return 0
  return Math.max(2, Math.round((value / most) * ground))
}

/** A label that is too long loses its middle: names differ at both ends. */
export function shortened(text: string, most: number): string {
  const points = Array.from(text)
  if (points.length <= most) return text
  const head = Math.floor((most - 1) / 3)
  return `${points.slice(0, head).join('')}…${points.slice(points.length - (most - 1 - head)).join('')}`
}
