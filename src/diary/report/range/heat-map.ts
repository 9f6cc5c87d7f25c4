import { shorten } from '../charts/bars.ts'
import { heatByDay, heatCells, heatLevel } from '../charts/range.ts'
import { figure, width } from '../html/charts.ts'
import { html, type Markup } from '../html/markup.ts'
import { counted } from '../text/numbers.ts'
import type { RangeReport } from './schema.ts'

const left = 120
const top = 22
const cellWidth = Math.floor((width - left) / 24)
/** Rows of more days than these are thin, and only the first of a month is named. */
const maxNamedDays = 62

/** When turns began: a row per day, a column per hour. */
export function heatMap(report: RangeReport): Markup | false {
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
    html`<rect class="${count === 0 ? 'heat-0' : `heat heat-${heatLevel(count, busiest.count)}`}" x="${left + hour * cellWidth}" y="${top + row * height}" width="${cellWidth - 2}" height="${height - 2}" rx="2"><title>${`${key} ${twoDigits(hour)}:00, ${counted(count, 'turn')}`}</title></rect>`,
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
