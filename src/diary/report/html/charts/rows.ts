import { html, type Markup } from '../markup.ts'
import { lengthOf, shortened } from './chart.ts'

export interface BarRow {
  label: string
  /** Stands small before the label. */
  group?: string
  /** One after the other: the class that colours it, its value, and what it says when pointed at. */
  parts: ReadonlyArray<{ swatch: string; value: number; says: string }>
  /** Behind the bar. */
  note: string
}

export const rowHeight = 30
const labelEnd = 300
const barStart = 316
const barEnd = 800

/** Horizontal bars with their names in front and their numbers behind. */
export function barRows(rows: readonly BarRow[]): Markup {
  const most = Math.max(0, ...rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)))
  return html`${rows.map((row, index) => barRow(row, index * rowHeight + 8, most))}`
}

export function rowsHeight(rows: readonly BarRow[]): number {
  return rows.length * rowHeight + 12
}

function barRow({ label, group, parts, note }: BarRow, y: number, most: number): Markup {
  let x = barStart
  const bars = parts
    .filter(({ value }) => value > 0)
    .map(({ swatch, value, says }) => {
      const size = lengthOf(value, most, barEnd - barStart)
      const bar = html`<rect class="${swatch}" x="${x}" y="${y}" width="${size}" height="18" rx="3"><title>${says}</title></rect>`
      x += size + 1
      return bar
    })
  return html`${group !== undefined && html`<text class="group" x="0" y="${y + 13}">${group}</text>`}<text class="label" x="${labelEnd}" y="${y + 14}" text-anchor="end">${shortened(label, group === undefined ? 42 : 32)}<title>${label}</title></text>${bars}<text class="note" x="${x + 8}" y="${y + 14}">${note}</text>`
}
