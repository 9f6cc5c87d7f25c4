import { groupBy } from '../../../../kernel/group.ts'
import { formatInZone } from '../../../dates/wall-clock.ts'
import { offsetAt } from '../../../dates/zone.ts'
import { cut, plural } from '../../../extract/text.ts'
import { type TerminalType, terminalTypes } from '../../../schema.ts'
import { turnKey } from '../../../workspace/refs.ts'
import type { TimelineEntry } from '../../statistics.ts'
import { terminalNames } from '../../text/names.ts'
import { duration } from '../../text/numbers.ts'
import type { ReportView } from '../../view.ts'
import { html, type Markup } from '../markup.ts'
import { figure, legendOf, width } from './chart.ts'

const left = 164
const right = width - 14
const top = 26
const barHeight = 13
const rowHeight = 17
const lanePadding = 8
const mostRows = 8

/** When the agents worked: a lane per project, a bar per turn. */
export function timelineChart(view: ReportView): Markup | false {
  const { report } = view
  const { timeline } = report.statistics
  const window = { start: Date.parse(report.window.start), end: Date.parse(report.window.end) }
  if (timeline.length === 0 || !(window.end > window.start)) return false
  const x = (ms: number) =>
    Math.round(
      left +
        ((Math.min(Math.max(ms, window.start), window.end) - window.start) / (window.end - window.start)) *
          (right - left),
    )
  const turns = groupBy(timeline, ({ project_key }) => project_key)
  let y = top
  const lanes = report.projects.map(({ project_key, project_label }, index) => {
    const rows = stacked(turns.get(project_key) ?? [], x)
    const height = Math.max(1, rows.length) * rowHeight + 2 * lanePadding
    const lane = { label: project_label, y, height, rows, isOdd: index % 2 === 1 }
    y += height
    return lane
  })
  const ticks = hourTicks(window, report.timezone)
  const used = new Set(timeline.map(({ terminal }) => swatchOf(terminal)))
  return figure({
    id: 'timeline',
    title: 'Timeline',
    summary: spoken(timeline, ticks),
    height: y + 8,
    hasLinks: true,
    isSection: true,
    legend: legendOf(
      [...terminalTypes, null]
        .filter(type => used.has(swatchOf(type)))
        .map(type => [swatchOf(type), type === null ? 'No evidence' : terminalNames[type]]),
    ),
    body: html`${lanes.map(
      lane =>
        html`<rect class="${lane.isOdd ? 'lane odd' : 'lane'}" x="0" y="${lane.y}" width="${width}" height="${lane.height}"/>`,
    )}
${ticks.map(tick => tickMark(tick, x(tick.at), y))}
${lanes.map(
  lane =>
    html`<text class="label strong" x="10" y="${lane.y + lanePadding + 11}">${cut(lane.label, 20)}<title>${lane.label}</title></text>
${lane.rows.map((row, index) => html`${row.map(entry => bar(view, entry, lane.y + lanePadding + index * rowHeight, x, window.end))}`)}`,
)}`,
    head: ['Turn', 'Project', 'From', 'To', 'Ended'],
    rows: timeline.map(entry => [
      `${entry.session_ref} ${entry.turn_ref}`,
      view.labels.get(entry.project_key) ?? entry.project_key,
      clock(entry.start),
      clock(entry.end),
      entry.terminal === null ? 'No evidence' : terminalNames[entry.terminal],
    ]),
  })
}

type Scale = (ms: number) => number

/** Turns that overlap stand below each other, each in the first row that is free. */
function stacked(entries: readonly TimelineEntry[], x: Scale): TimelineEntry[][] {
  const rows: TimelineEntry[][] = []
  const ends: number[] = []
  const inTime = [...entries].sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
  for (const entry of inTime) {
    const { from, to } = extent(entry, x)
    const free = ends.findIndex(end => end < from)
    const row = free >= 0 ? free : Math.min(ends.length, mostRows - 1)
    ends[row] = Math.max(ends[row] ?? 0, to + 1)
    rows[row] ??= []
    rows[row].push(entry)
  }
  return rows
}

function extent({ start, end }: TimelineEntry, x: Scale): { from: number; to: number } {
  const from = Math.min(x(Date.parse(start)), right - 3)
  return { from, to: Math.max(from + 3, x(Date.parse(end))) }
}

function bar(view: ReportView, entry: TimelineEntry, y: number, x: Scale, end: number): Markup {
  const { from, to } = extent(entry, x)
  const citation = view.evidence.get(entry.project_key)?.citations.get(turnKey(entry))
  const state = entry.terminal === null ? 'no evidence' : terminalNames[entry.terminal]
  const name = `${view.labels.get(entry.project_key) ?? entry.project_key}, ${entry.session_ref} ${entry.turn_ref}, ${clock(entry.start)} to ${clock(entry.end)}, ${state}`
  const goesOn = Date.parse(entry.end) > end
  const shape = html`<rect class="${swatchOf(entry.terminal)} ${entry.materiality ?? 'none'}" x="${from}" y="${y}" width="${to - from}" height="${barHeight}" rx="2"/>${goesOn && html`<path class="arrow" d="M${right + 1} ${y} l7 6 l-7 6 z"/>`}<title>${name}</title>`
  const href = citation ? view.cited(citation).href : null
  return href === null ? html`<g>${shape}</g>` : html`<a href="${href}" aria-label="${name}">${shape}</a>`
}

function swatchOf(terminal: TerminalType | null): string {
  return `state-${terminal ?? 'none'}`
}

interface Tick {
  at: number
  label: string
  /** The clocks changed here. */
  change?: string
}

/** Every third hour of the local day, and where its clocks change. */
function hourTicks({ start, end }: { start: number; end: number }, zone: string): Tick[] {
  const ticks: Tick[] = []
  const hour = 3_600_000
  for (let at = start; at <= end; at += hour / 2) {
    const before = offsetAt(at - hour / 2, zone)
    const shift = offsetAt(at, zone) - before
    const [hours, minutes] = formatInZone(at, zone).slice(11, 16).split(':')
    if (at > start && shift !== 0) {
      ticks.push({ at, label: `${hours}:${minutes}`, change: `${shift > 0 ? '+' : '−'}${duration(Math.abs(shift))}` })
    } else if (minutes === '00' && Number(hours) % 3 === 0) {
      ticks.push({ at, label: at === end ? '24' : String(Number(hours)).padStart(2, '0') })
    }
  }
  return ticks
}

function tickMark({ label, change }: Tick, x: number, bottom: number): Markup {
  const text = change === undefined ? label : `${label} (${change})`
  return html`<path class="${change === undefined ? 'tick' : 'tick change'}" d="M${x} ${top - 4} V${bottom}"/><text class="hour" x="${x}" y="14" text-anchor="middle">${text}</text>`
}

function spoken(timeline: readonly TimelineEntry[], ticks: readonly Tick[]): string {
  const starts = timeline.map(({ start }) => start).sort((a, b) => Date.parse(a) - Date.parse(b))
  const ends = timeline.map(({ end }) => end).sort((a, b) => Date.parse(a) - Date.parse(b))
  const last = ends.at(-1) ?? ''
  const change = ticks.find(tick => tick.change !== undefined)
  const clocks = change ? ` The clocks changed by ${change.change} that day.` : ''
  return `${plural(timeline.length, 'turn')}; the first began at ${clock(starts[0])}, the last ended at ${clock(last)}${last.slice(0, 10) > (starts[0] ?? '').slice(0, 10) ? ' on the next day' : ''}.${clocks}`
}

/** `09:41` of a written time; its offset is that of the report. */
function clock(time = ''): string {
  return time.slice(11, 16)
}
