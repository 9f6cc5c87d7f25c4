import type { ReactNode } from 'react'
import { Chart } from '../diary/charts/chart.tsx'
import { sum } from './range-figures.ts'

export interface Column {
  key: string
  label: string
  short: string
  /** From the ground up: the class that colours it, and its value. */
  parts: ReadonlyArray<{ swatch: string; value: number }>
  /** Above the column. */
  note?: string | undefined
  lines: readonly string[]
  /** Nothing is known of it. */
  isBlank: boolean
}

interface Props {
  title: string
  summary: ReactNode
  legend?: ReactNode
  columns: readonly Column[]
  head: readonly string[]
  rows: () => ReadonlyArray<readonly ReactNode[]>
  /** How a number on the scale is written. */
  unit: (value: number) => string
}

const height = 190
const top = 20
const foot = 24
const left = 42

/** Columns side by side, their parts one upon the other. */
export function ColumnChart({ title, summary, legend, columns, head, rows, unit }: Props) {
  const most = niceTop(Math.max(1, ...columns.map(({ parts }) => sum(parts.map(({ value }) => value)))))
  const step = (width: number) => Math.max(4, (width - left) / Math.max(1, columns.length))
  const ground = height - foot
  const y = (value: number) => ground - (value / most) * (ground - top)
  return (
    <Chart
      title={title}
      summary={summary}
      legend={legend}
      head={head}
      rows={rows}
      count={columns.length}
      at={(index, width) => ({
        x: left + (index + 0.5) * step(width),
        y: top + 6,
        title: columns[index]?.label ?? '',
        lines: columns[index]?.lines ?? [],
      })}
      hit={(x, _, width) => {
        const index = Math.floor((x - left) / step(width))
        return index >= 0 && index < columns.length ? index : undefined
      }}
    >
      {({ width, active }) => (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {[0, 0.5, 1].map(share => (
            <g key={share}>
              <line className="scale-line" x1={left} x2={width} y1={y(share * most)} y2={y(share * most)} />
              <text className="scale-text" x={left - 8} y={y(share * most) + 4} textAnchor="end">
                {unit(share * most)}
              </text>
            </g>
          ))}
          {columns.map((column, index) => (
            <ColumnView
              key={column.key}
              column={column}
              x={left + index * step(width)}
              width={step(width)}
              y={y}
              isActive={index === active}
              isNamed={isNamed(index, columns.length, width)}
            />
          ))}
        </svg>
      )}
    </Chart>
  )
}

interface ColumnProps {
  column: Column
  x: number
  width: number
  y: (value: number) => number
  isActive: boolean
  isNamed: boolean
}

function ColumnView({ column, x, width, y, isActive, isNamed }: ColumnProps) {
  const bar = Math.min(46, Math.max(3, width * 0.62))
  const from = x + (width - bar) / 2
  let below = 0
  return (
    <g className={isActive ? 'column on' : 'column'}>
      <rect className="column-ground" x={x + 1} y={top - 14} width={width - 2} height={height - top + 14} rx="5" />
      {column.isBlank && <rect className="column-blank" x={from} y={y(0) - 4} width={bar} height="4" rx="2" />}
      {column.parts
        .filter(({ value }) => value > 0)
        .map(({ swatch, value }) => {
          const bottom = y(below)
          below += value
          const size = Math.max(2, bottom - y(below) - 1)
          return <rect key={swatch} className={swatch} x={from} y={bottom - size} width={bar} height={size} rx="2" />
        })}
      {column.note && width >= 44 && (
        <text className="column-note" x={x + width / 2} y={y(below) - 6} textAnchor="middle">
          {column.note}
        </text>
      )}
      {isNamed && (
        <text className="scale-text" x={x + width / 2} y={height - 6} textAnchor="middle">
          {column.short}
        </text>
      )}
    </g>
  )
}

/** As many names as fit below the columns. */
function isNamed(index: number, count: number, width: number): boolean {
  const every = Math.ceil((count * 46) / Math.max(1, width - left))
  return index % every === 0
}

/** The top of a scale whose half is a round number as well. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 4, 6, 8, 10].find(each => each * power >= most) ?? 10
  return Math.max(2, step * power)
}
