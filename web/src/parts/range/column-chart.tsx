import { longestBar } from '../../../../src/diary/report/charts/bars.ts'
import type { DaysBar, DaysChart } from '../../../../src/diary/report/charts/range.ts'
import type { RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { compact } from '../../../../src/diary/report/text/numbers.ts'
import { sum } from '../../../../src/kernel/numbers.ts'
import { describeBar } from '../diary/charts/bar-rows.tsx'
import { Chart, Legend } from '../diary/charts/chart.tsx'

interface Props extends DaysChart {
  /** Days without a report are marked as such. */
  days: RangeReport['days']
}

const height = 190
const top = 20
const foot = 24
const left = 42

/** One stacked column per day. */
export function ColumnChart({ title, summary, legend, bars, head, rows, days }: Props) {
  const max = niceTop(Math.max(1, longestBar(bars)))
  const step = (width: number) => Math.max(4, (width - left) / Math.max(1, bars.length))
  const ground = height - foot
  const y = (value: number) => ground - (value / max) * (ground - top)
  return (
    <Chart
      title={title}
      summary={summary}
      legend={legend.length > 0 && <Legend entries={legend} />}
      head={head}
      rows={() => rows}
      count={bars.length}
      at={(index, width) => {
        const bar = bars[index]
        return {
          x: left + (index + 0.5) * step(width),
          y: top + 6,
          title: bar?.label ?? '',
          lines: bar ? describeColumn(bar, days) : [],
        }
      }}
      hit={(x, _, width) => {
        const index = Math.floor((x - left) / step(width))
        return index >= 0 && index < bars.length ? index : undefined
      }}
    >
      {({ width, active }) => (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {[0, 0.5, 1].map(share => (
            <g key={share}>
              <line className="tick" x1={left} x2={width} y1={y(share * max)} y2={y(share * max)} />
              <text className="scale-text" x={left - 8} y={y(share * max) + 4} textAnchor="end">
                {compact(share * max)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => (
            <Column
              key={bar.key}
              bar={bar}
              x={left + index * step(width)}
              width={step(width)}
              y={y}
              isActive={index === active}
              isBlank={missingReport(bar, days) !== undefined}
              isNamed={isNamed(index, bars.length, width)}
            />
          ))}
        </svg>
      )}
    </Chart>
  )
}

interface ColumnProps {
  bar: DaysBar
  x: number
  width: number
  y: (value: number) => number
  isActive: boolean
  isBlank: boolean
  isNamed: boolean
}

function Column({ bar, x, width, y, isActive, isBlank, isNamed }: ColumnProps) {
  const thickness = Math.min(46, Math.max(3, width * 0.62))
  const from = x + (width - thickness) / 2
  const isEmpty = sum(bar.parts.map(({ value }) => value)) === 0
  let below = 0
  return (
    <g className={isActive ? 'column on' : 'column'}>
      <rect className="column-ground" x={x + 1} y={top - 14} width={width - 2} height={height - top + 14} rx="5" />
      {isBlank && <rect className="column-blank" x={from} y={y(0) - 4} width={thickness} height="4" rx="2" />}
      {bar.parts
        .filter(({ value }) => value > 0)
        .map(({ swatch, value }) => {
          const bottom = y(below)
          below += value
          const size = Math.max(2, bottom - y(below) - 1)
          return (
            <rect key={swatch} className={swatch} x={from} y={bottom - size} width={thickness} height={size} rx="2" />
          )
        })}
      {!isEmpty && width >= 8 * bar.note.length && (
        <text className="column-note" x={x + width / 2} y={y(below) - 6} textAnchor="middle">
          {bar.note}
        </text>
      )}
      {isNamed && (
        <text className="scale-text" x={x + width / 2} y={height - 6} textAnchor="middle">
          {bar.shortLabel}
        </text>
      )}
    </g>
  )
}

function describeColumn(bar: DaysBar, days: RangeReport['days']): string[] {
  const missing = missingReport(bar, days)
  // A day's total comes first.
  return missing === undefined ? [...(bar.details ?? []), ...describeBar({ ...bar, details: [] })] : [missing]
}

/** Why a column is empty; undefined when one of its days has a report. */
function missingReport({ dates }: DaysBar, days: RangeReport['days']): string | undefined {
  const states = days.filter(({ date }) => dates.includes(date)).map(({ state }) => state)
  if (states.some(state => state !== 'not prepared' && state !== 'unreadable')) return undefined
  return states.includes('unreadable') ? 'report cannot be read' : 'no report'
}

/** As many labels as fit below the columns. */
function isNamed(index: number, count: number, width: number): boolean {
  const every = Math.ceil((count * 46) / Math.max(1, width - left))
  return index % every === 0
}

/** The top of a scale whose half is a round number too. */
function niceTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max))
  const step = [1, 2, 4, 6, 8, 10].find(each => each * power >= max) ?? 10
  return Math.max(2, step * power)
}
