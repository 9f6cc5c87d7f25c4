import { Link } from '@tanstack/react-router'
import { type PointerEvent, useId, useMemo, useState } from 'react'
import { fitLabel, labelWidth } from '../../../../../src/diary/report/charts/bars.ts'
import {
  barAt,
  barHeight,
  type Lane,
  layOutTimeline,
  outlineBars,
  summarizeTimeline,
  type Tick,
  type TurnBar,
  tickLabel,
} from '../../../../../src/diary/report/charts/timeline.ts'
import type { TimelineEntry } from '../../../../../src/diary/report/statistics.ts'
import { duration } from '../../../../../src/diary/report/text/numbers.ts'
import { plainLine } from '../../../../../src/diary/report/text/plain.ts'
import { type TurnState, turnStates } from '../../../state/diary/addresses.ts'
import { type DayView, stateOf, turnId } from '../../../state/diary/day-view.ts'
import { clockOf, sourceWord, stateWord, turnWords } from '../../../state/diary/turn-words.ts'
import { useWidth } from '../../../state/diary/use-width.ts'
import { linesHash } from '../citation-address.ts'
import { ChartTip, DataTable, Legend, moveActive } from './chart.tsx'

interface Props {
  view: DayView
  /** The turns that pass the filter, and the projects with lanes. */
  timeline: readonly TimelineEntry[]
  projects: ReadonlyArray<{ project_key: string; project_label: string }>
}

const top = 24
const roomForNames = 640

/** On a narrow screen the projects' names are above their lanes. */
function groundOf(width: number, names: readonly string[]) {
  const isWide = width >= roomForNames
  const left = Math.round(Math.min(width / 3, Math.max(80, ...names.map(labelWidth)) + 24))
  const wide = { left, right: width - 14, top, above: 8, below: 4, tickHours: 3 }
  return isWide ? wide : { ...wide, left: 10, above: 26, tickHours: 6 }
}

const stepMs = 3 * 3_600_000

/** The hours with work, in steps of three, so that a day's work is not a few points in an empty one. */
function workingHours(day: { start: string; end: string }, timeline: readonly TimelineEntry[]): typeof day {
  if (timeline.length === 0) return day
  const [dayStart, dayEnd] = [Date.parse(day.start), Date.parse(day.end)]
  const first = Math.min(...timeline.map(({ start }) => Date.parse(start)))
  const last = Math.max(...timeline.map(({ end }) => Date.parse(end)))
  const from = dayStart + Math.max(0, Math.floor((first - dayStart) / stepMs)) * stepMs
  const to = Math.max(from + 2 * stepMs, dayStart + Math.ceil((last - dayStart) / stepMs) * stepMs)
  // A day on which the clocks change has no whole number of steps.
  return { start: new Date(from).toISOString(), end: new Date(Math.min(to, dayEnd)).toISOString() }
}

/** When the agents worked: a lane per project, a bar per turn. One link moves between bars, so the DOM stays small. */
export function Timeline({ view, timeline, projects }: Props) {
  const id = useId()
  const { window, timezone, report_date: date } = view.report
  const [box, width] = useWidth(960)
  const [active, setActive] = useState<number>()
  const ground = useMemo(
    () =>
      groundOf(
        width,
        projects.map(({ project_label }) => project_label),
      ),
    [width, projects],
  )
  const { lanes, ticks, bottom } = useMemo(
    () => layOutTimeline({ window: workingHours(window, timeline), timezone, projects, timeline }, ground),
    [window, timezone, projects, timeline, ground],
  )
  const bars = useMemo(() => inTime(lanes), [lanes])
  const height = bottom + 4
  const states = turnStates.filter(state => timeline.some(entry => stateOf(entry) === state))
  const bar = bars[active ?? 0]
  const lines = active !== undefined && bar ? wordsOn(view, bar.entry) : []

  function move(event: PointerEvent<HTMLDivElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setActive(barAt(bars, event.clientX - left, event.clientY - top))
  }

  return (
    <figure className="chart timeline min-w-0 border rounded-l bg-surface" aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 className="text-m" id={`${id}-title`}>
          Timeline
        </h2>
        <p className="mt-2 soft text-s break-anywhere pretty" id={`${id}-text`}>
          {timeline.length > 0
            ? summarizeTimeline(timeline, ticks)
            : view.report.statistics.timeline.length > 0
              ? 'No turn passes the filters.'
              : 'No turn on this day.'}
        </p>
      </figcaption>
      <Legend entries={states.map(state => [`state-${state}`, stateWord(state)])} />
      <div
        ref={box}
        className="chart-ground relative mt-12"
        onPointerMove={move}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label="Timeline"
          aria-describedby={`${id}-text`}
        >
          {lanes.map(({ key, label, y, height }, index) => (
            <g key={key}>
              <rect
                className={index % 2 === 0 ? 'lane' : 'lane odd'}
                x="0"
                y={y}
                width={width}
                height={height}
                rx="4"
              />
              <text className="strong weight-550" x={8} y={y + 19}>
                {fitLabel(label, width >= roomForNames ? ground.left - 24 : width - 16)}
              </text>
            </g>
          ))}
          {ticks.map(tick => (
            <TickMark key={`${tick.x} ${tick.label}`} tick={tick} bottom={height} />
          ))}
          {states.flatMap(state => shapes(bars, state))}
          {bars
            .filter(({ goesOn }) => goesOn)
            .map(({ y, entry }) => (
              <path
                key={turnId(entry.project_key, entry)}
                className="arrow"
                d={`M${ground.right + 2} ${y}l7 6l-7 6z`}
              />
            ))}
        </svg>
        {bar && (
          <Link
            to="/diary/$date/$key/$session"
            params={{ date, key: bar.entry.project_key, session: bar.entry.session_ref }}
            search={{ turn: bar.entry.turn_ref }}
            {...hashOf(view, bar.entry)}
            className={active === undefined ? 'turn-cursor rounded-s' : 'turn-cursor on rounded-s'}
            style={{ left: bar.x - 3, top: bar.y - 3, width: bar.width + 6, height: barHeight + 6 }}
            aria-label={`${wordsOn(view, bar.entry).join(', ')}. Left and right arrows go to other turns.`}
            onFocus={() => setActive(active ?? 0)}
            onBlur={() => setActive(undefined)}
            onKeyDown={event => setActive(moveActive(event, active, bars.length))}
          />
        )}
        {active !== undefined && bar && (
          <ChartTip
            x={bar.x + bar.width / 2}
            y={bar.y + barHeight + 4}
            title={lines[0] ?? ''}
            lines={[...lines.slice(1), 'Opens the transcript']}
            width={width}
          />
        )}
        <p className="hidden-text" aria-live="polite">
          {lines.join(', ')}
        </p>
      </div>
      <DataTable
        title="Timeline"
        head={['Turn', 'Project', 'Agent', 'From', 'To', 'Ended']}
        rows={() =>
          bars.map(({ entry }) => [
            <Link
              key="turn"
              className="text-link"
              to="/diary/$date/$key/$session"
              params={{ date, key: entry.project_key, session: entry.session_ref }}
              search={{ turn: entry.turn_ref }}
              {...hashOf(view, entry)}
            >
              {entry.session_ref} {entry.turn_ref}
            </Link>,
            view.labels.get(entry.project_key) ?? entry.project_key,
            sourceWord(entry.source),
            clockOf(entry.start),
            clockOf(entry.end),
            stateWord(stateOf(entry)),
          ])
        }
      />
    </figure>
  )
}

function inTime(lanes: readonly Lane[]): TurnBar[] {
  return lanes
    .flatMap(({ bars }) => bars)
    .sort((one, other) => Date.parse(one.entry.start) - Date.parse(other.entry.start) || one.y - other.y)
}

/** Two paths for each state: material turns are solid, the others pale. */
function shapes(bars: readonly TurnBar[], state: TurnState) {
  const of = bars.filter(({ entry }) => stateOf(entry) === state)
  return [
    { name: 'material', list: of.filter(({ entry }) => entry.materiality === 'material') },
    { name: 'minor', list: of.filter(({ entry }) => entry.materiality !== 'material') },
  ]
    .filter(({ list }) => list.length > 0)
    .map(({ name, list }) => (
      <path key={`${state} ${name}`} className={`state-${state} ${name}`} d={outlineBars(list)} />
    ))
}

function TickMark({ tick, bottom }: { tick: Tick; bottom: number }) {
  return (
    <g>
      <path className={tick.change === undefined ? 'tick' : 'tick change'} d={`M${tick.x} ${top - 4}V${bottom}`} />
      <text className="scale-text" x={tick.x} y="13" textAnchor="middle">
        {tickLabel(tick)}
      </text>
    </g>
  )
}

function hashOf(view: DayView, entry: TimelineEntry): { hash?: string } {
  const cited = view.spans.get(turnId(entry.project_key, entry))
  return cited ? { hash: linesHash(cited.lines) } : {}
}

function wordsOn(view: DayView, entry: TimelineEntry): string[] {
  const item = view.itemOf.get(turnId(entry.project_key, entry))?.item
  const spent = duration(Date.parse(entry.end) - Date.parse(entry.start))
  return [
    item ? plainLine(item.title) : 'In no work item',
    `${view.labels.get(entry.project_key) ?? entry.project_key} · ${turnWords(entry)} of ${entry.session_ref} · ${sourceWord(entry.source)}`,
    `${clockOf(entry.start)}–${clockOf(entry.end)}, ${spent} · ${stateWord(stateOf(entry))}`,
  ]
}
