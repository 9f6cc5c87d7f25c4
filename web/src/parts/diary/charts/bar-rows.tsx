import type { ReactNode } from 'react'
import { sum } from '../../../state/diary/totals.ts'
import { Chart } from './chart.tsx'

export interface BarRow {
  label: string
  /** Where two bars may have the same label. */
  key?: string
  /** One behind the other: the class that colours it, and its value. */
  parts: ReadonlyArray<{ swatch: string; value: number }>
  /** Behind the bar. */
  note: string
  /** What is told when it is pointed at. */
  lines: readonly string[]
}

interface Props {
  title: string
  summary: ReactNode
  legend?: ReactNode
  bars: readonly BarRow[]
  head: readonly string[]
  rows: () => ReadonlyArray<readonly ReactNode[]>
}

const rowHeight = 30
const barHeight = 14

/** Horizontal bars: names in front, numbers behind. */
export function BarRows({ title, summary, legend, bars, head, rows }: Props) {
  const most = Math.max(0, ...bars.map(({ parts }) => sum(parts.map(({ value }) => value))))
  return (
    <Chart
      title={title}
      summary={summary}
      legend={legend}
      head={head}
      rows={rows}
      count={bars.length}
      at={(index, width) => ({
        x: scale(width).start + 40,
        y: index * rowHeight + rowHeight,
        title: bars[index]?.label ?? '',
        lines: bars[index]?.lines ?? [],
      })}
      hit={(_, y) => {
        const row = Math.floor(y / rowHeight)
        return row >= 0 && row < bars.length ? row : undefined
      }}
    >
      {({ width, active }) => (
        <svg
          width={width}
          height={bars.length * rowHeight}
          viewBox={`0 0 ${width} ${bars.length * rowHeight}`}
          aria-hidden="true"
        >
          {bars.map((bar, index) => (
            <Bar
              key={bar.key ?? bar.label}
              bar={bar}
              y={index * rowHeight}
              width={width}
              most={most}
              isActive={index === active}
            />
          ))}
        </svg>
      )}
    </Chart>
  )
}

function Bar({
  bar,
  y,
  width,
  most,
  isActive,
}: {
  bar: BarRow
  y: number
  width: number
  most: number
  isActive: boolean
}) {
  const { start, end, letters } = scale(width)
  let x = start
  const drawn = bar.parts
    .filter(({ value }) => value > 0)
    .map(({ swatch, value }) => {
      const size = Math.max(2, Math.round((value / most) * (end - start)))
      const part = { swatch, x, size }
      x += size + 1
      return part
    })
  return (
    <g className={isActive ? 'bar-row on' : 'bar-row'}>
      <rect className="bar-ground" x="0" y={y + 1} width={width} height={rowHeight - 2} rx="5" />
      <text className="bar-label" x={start - 10} y={y + 19} textAnchor="end">
        {shortened(bar.label, letters)}
      </text>
      {drawn.map(({ swatch, x, size }) => (
        <rect key={swatch} className={swatch} x={x} y={y + 8} width={size} height={barHeight} rx="3" />
      ))}
      <text className="bar-note" x={x + 6} y={y + 19}>
        {bar.note}
      </text>
    </g>
  )
}

/** Names take a third, numbers keep room behind the longest bar. */
function scale(width: number): { start: number; end: number; letters: number } {
  const start = Math.round(Math.min(width * 0.38, 260))
  return { start, end: width - 124, letters: Math.max(8, Math.floor((start - 14) / 6.6)) }
}

/** A label that is too long loses its middle: names differ at both ends. */
function shortened(text: string, most: number): string {
  const points = Array.from(text)
  if (points.length <= most) return text
  const head = Math.floor((most - 1) / 3)
  return `${points.slice(0, head).join('')}…${points.slice(points.length - (most - 1 - head)).join('')}`
}
