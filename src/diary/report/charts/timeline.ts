import { groupBy } from '../../../kernel/group.ts'
import { formatCount } from '../../../kernel/numbers.ts'
import { formatInZone, offsetAt } from '../../dates/zone.ts'
import type { TimelineEntry } from '../statistics.ts'
import { duration } from '../text/numbers.ts'

/** A turn as it is drawn; sizes are whole pixels. */
export interface TurnBar {
  entry: TimelineEntry
  x: number
  y: number
  width: number
  /** It continues after midnight. */
  goesOn: boolean
}

export interface Lane {
  key: string
  label: string
  y: number
  height: number
  /** Row by row. */
  bars: TurnBar[]
}

export interface Tick {
  x: number
  label: string
  /** The clocks changed here, by so much. */
  change?: string
}

interface TimelineLayout {
  lanes: Lane[]
  ticks: Tick[]
  /** Where the last lane ends. */
  bottom: number
}

interface Day {
  window: { start: string; end: string }
  timezone: string
  projects: ReadonlyArray<{ project_key: string; project_label: string }>
  timeline: readonly TimelineEntry[]
}

/** The ground a timeline is drawn on, in pixels. */
interface Ground {
  left: number
  right: number
  top: number
  /** Space in a lane above its bars and below them. */
  above: number
  below: number
  /** Hours from one tick to the next. */
  tickHours: number
}

export const barHeight = 13
const rowHeight = 17
const maxRows = 8
const minWidth = 3

/** A lane for each project over the local day, which may have 23 or 25 hours. */
export function layOutTimeline({ window, timezone, projects, timeline }: Day, ground: Ground): TimelineLayout {
  const [start, end] = [Date.parse(window.start), Date.parse(window.end)]
  const { left, right, top, above, below } = ground
  const x = (ms: number) => {
    const inside = Math.min(Math.max(ms, start), end)
    return Math.round(left + ((inside - start) / (end - start)) * (right - left))
  }
  const turns = groupBy(timeline, ({ project_key }) => project_key)
  let y = top
  const lanes = projects.map(({ project_key, project_label }) => {
    const rows = stackTurns(turns.get(project_key) ?? [], x, right)
    const bars = rows.flatMap((row, index) =>
      row.map(({ entry, from, to }) => ({
        entry,
        x: from,
        y: y + above + index * rowHeight,
        width: to - from,
        goesOn: Date.parse(entry.end) > end,
      })),
    )
    const lane = {
      key: project_key,
      label: project_label,
      y,
      height: above + Math.max(1, rows.length) * rowHeight + below,
      bars,
    }
    y += lane.height
    return lane
  })
  return { lanes, ticks: hourTicks(start, end, timezone, x, ground.tickHours), bottom: y }
}

/** When the first turn began and the last one ended, and whether the clocks changed. */
export function summarizeTimeline(timeline: readonly TimelineEntry[], ticks: readonly Tick[]): string {
  const byTime = (one: string, other: string) => Date.parse(one) - Date.parse(other)
  const first = timeline.map(({ start }) => start).sort(byTime)[0] ?? ''
  const ends = timeline.map(({ end }) => end).sort(byTime)
  const last = ends.at(-1) ?? ''
  const nextDay = last.slice(0, 10) > first.slice(0, 10) ? ' on the next day' : ''
  const change = ticks.find(tick => tick.change !== undefined)?.change
  const clocks = change ? ` The clocks changed by ${change} that day.` : ''
  return `${formatCount(timeline.length, 'turn')}; the first began at ${clockTime(first)}, the last ended at ${clockTime(last)}${nextDay}.${clocks}`
}

/** `09:41` of a written time; its offset is that of the report. */
export function clockTime(time: string): string {
  return time.slice(11, 16)
}

export function tickLabel({ label, change }: Tick): string {
  return change === undefined ? label : `${label} (${change})`
}

/** The bar at or next to a point, if one is near enough to be meant. */
export function barAt(bars: readonly TurnBar[], x: number, y: number): number | undefined {
  const reach = 4
  const index = bars.findLastIndex(
    bar => x >= bar.x - reach && x <= bar.x + bar.width + reach && y >= bar.y - 2 && y <= bar.y + barHeight + 2,
  )
  return index < 0 ? undefined : index
}

/** Many bars as one outline, so that a day of a thousand turns draws as fast as one of ten. */
export function outlineBars(bars: readonly TurnBar[]): string {
  return bars.map(({ x, y, width }) => `M${x} ${y}h${width}v${barHeight}h${-width}z`).join('')
}

type Scale = (ms: number) => number
type Placed = { entry: TimelineEntry; from: number; to: number }

/** Turns that overlap are stacked, each in the first free row. */
function stackTurns(entries: readonly TimelineEntry[], x: Scale, right: number): Placed[][] {
  const rows: Placed[][] = []
  const ends: number[] = []
  const inTime = [...entries].sort((one, other) => Date.parse(one.start) - Date.parse(other.start))
  for (const entry of inTime) {
    const from = Math.min(x(Date.parse(entry.start)), right - minWidth)
    const to = Math.max(from + minWidth, x(Date.parse(entry.end)))
    const free = ends.findIndex(end => end < from)
    const row = free >= 0 ? free : Math.min(ends.length, maxRows - 1)
    ends[row] = Math.max(ends[row] ?? 0, to + 1)
    rows[row] ??= []
    rows[row].push({ entry, from, to })
  }
  return rows
}

const hour = 3_600_000

/** Whole hours of the local day, and where its clocks change. */
function hourTicks(start: number, end: number, zone: string, x: Scale, every: number): Tick[] {
  const ticks: Tick[] = []
  for (let at = start; at <= end; at += hour / 2) {
    const shift = offsetAt(at, zone) - offsetAt(at - hour / 2, zone)
    const [hours = '', minutes] = formatInZone(at, zone).slice(11, 16).split(':')
    if (at > start && shift !== 0) {
      const change = `${shift > 0 ? '+' : '−'}${duration(Math.abs(shift))}`
      ticks.push({ x: x(at), label: `${hours}:${minutes}`, change })
    } else if (minutes === '00' && Number(hours) % every === 0) {
      ticks.push({ x: x(at), label: at === end && hours === '00' ? '24' : hours })
    }
  }
  return ticks
}
