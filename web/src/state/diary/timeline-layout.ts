import { formatInZone } from '../../../../src/diary/dates/wall-clock.ts'
import { offsetAt } from '../../../../src/diary/dates/zone.ts'
import type { TimelineEntry } from '../../../../src/diary/report/statistics.ts'
import { duration } from '../../../../src/diary/report/text/numbers.ts'

/** A turn as it is drawn; sizes are whole pixels. */
export interface TurnBar {
  entry: TimelineEntry
  x: number
  y: number
  width: number
  /** It goes on after midnight. */
  goesOn: boolean
}

export interface Lane {
  key: string
  label: string
  y: number
  height: number
}

export interface Tick {
  x: number
  label: string
  /** The clocks changed here, by so much. */
  change?: string
}

export interface TimelineLayout {
  lanes: Lane[]
  /** In the order of time. */
  bars: TurnBar[]
  ticks: Tick[]
  left: number
  right: number
  height: number
}

export const barHeight = 13
export const top = 24
const rowHeight = 17
const lanePadding = 8
const mostRows = 8
const narrowest = 3
const roomForNames = 640

interface Day {
  window: { start: string; end: string }
  timezone: string
  projects: ReadonlyArray<{ project_key: string; project_label: string }>
  timeline: readonly TimelineEntry[]
}

/** A lane for each project over the local day, which may have 23 or 25 hours; names stand above where it is narrow. */
export function timelineLayout({ window, timezone, projects, timeline }: Day, width: number): TimelineLayout {
  const [start, end] = [Date.parse(window.start), Date.parse(window.end)]
  const isWide = width >= roomForNames
  const left = isWide ? 150 : 10
  const right = width - 14
  const x = (ms: number) => {
    const inside = Math.min(Math.max(ms, start), end)
    return Math.round(left + ((inside - start) / (end - start)) * (right - left))
  }
  const lanes: Lane[] = []
  const bars: TurnBar[] = []
  let y = top
  for (const { project_key, project_label } of projects) {
    const rows = stacked(
      timeline.filter(entry => entry.project_key === project_key),
      x,
      right,
    )
    const first = y + lanePadding + (isWide ? 0 : 18)
    for (const [index, row] of rows.entries()) {
      for (const { entry, from, to } of row) {
        const goesOn = Date.parse(entry.end) > end
        bars.push({ entry, x: from, y: first + index * rowHeight, width: to - from, goesOn })
      }
    }
    const height = first - y + Math.max(1, rows.length) * rowHeight + lanePadding - 4
    lanes.push({ key: project_key, label: project_label, y, height })
    y += height
  }
  bars.sort((one, other) => Date.parse(one.entry.start) - Date.parse(other.entry.start) || one.y - other.y)
  return { lanes, bars, ticks: hourTicks(start, end, timezone, x, isWide ? 3 : 6), left, right, height: y + 4 }
}

/** The bar at or next to a point, if one is near enough to be meant. */
export function barAt({ bars }: TimelineLayout, x: number, y: number): number | undefined {
  const reach = 4
  const index = bars.findLastIndex(
    bar => x >= bar.x - reach && x <= bar.x + bar.width + reach && y >= bar.y - 2 && y <= bar.y + barHeight + 2,
  )
  return index < 0 ? undefined : index
}

/** Many bars as one outline, so that a day of a thousand turns draws as lightly as one of ten. */
export function outline(bars: readonly TurnBar[]): string {
  return bars.map(({ x, y, width }) => `M${x} ${y}h${width}v${barHeight}h${-width}z`).join('')
}

type Scale = (ms: number) => number
type Placed = { entry: TimelineEntry; from: number; to: number }

/** Turns that overlap stand below each other, each in the first row that is free. */
function stacked(entries: readonly TimelineEntry[], x: Scale, right: number): Placed[][] {
  const rows: Placed[][] = []
  const ends: number[] = []
  const inTime = [...entries].sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
  for (const entry of inTime) {
    const from = Math.min(x(Date.parse(entry.start)), right - narrowest)
    const to = Math.max(from + narrowest, x(Date.parse(entry.end)))
    const free = ends.findIndex(end => end < from)
    const row = free >= 0 ? free : Math.min(ends.length, mostRows - 1)
    ends[row] = Math.max(ends[row] ?? 0, to + 1)
    rows[row] ??= []
    rows[row].push({ entry, from, to })
  }
  return rows
}

const hour = 3_600_000

function hourTicks(start: number, end: number, zone: string, x: Scale, every: number): Tick[] {
  const ticks: Tick[] = []
  for (let at = start; at <= end; at += hour / 2) {
    const shift = offsetAt(at, zone) - offsetAt(at - hour / 2, zone)
    const [hours = '', minutes] = formatInZone(at, zone).slice(11, 16).split(':')
    if (at > start && shift !== 0) {
      const change = `${shift > 0 ? '+' : '−'}${duration(Math.abs(shift))}`
      ticks.push({ x: x(at), label: `${hours}:${minutes}`, change })
    } else if (minutes === '00' && Number(hours) % every === 0) {
      ticks.push({ x: x(at), label: at === end ? '24' : hours })
    }
  }
  return ticks
}
