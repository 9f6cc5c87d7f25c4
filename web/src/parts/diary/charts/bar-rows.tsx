import {
  type Bar,
  type BarChart,
  fitLabel,
  fitNote,
  labelWidth,
  longestBar,
  placeParts,
} from '../../../../../src/diary/report/charts/bars.ts'
import { Chart, Legend } from './chart.tsx'

const rowHeight = 30
const barHeight = 14
/** How long the longest bar is at least, beside long numbers. */
const leastBar = 48

/** Horizontal bars with names before and numbers after them. */
export function BarRows({ title, summary, legend, bars, head, rows }: BarChart) {
  const longest = longestBar(bars)
  return (
    <Chart
      title={title}
      summary={summary}
      legend={legend.length > 0 && <Legend entries={legend} />}
      head={head}
      rows={() => rows}
      count={bars.length}
      at={(index, width) => ({
        x: scaleOf(bars, width).start + 40,
        y: index * rowHeight + rowHeight,
        title: bars[index]?.label ?? '',
        lines: bars[index] ? describeBar(bars[index]) : [],
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
            <BarView
              key={bar.key}
              bar={bar}
              y={index * rowHeight}
              width={width}
              scale={scaleOf(bars, width)}
              longest={longest}
              isActive={index === active}
            />
          ))}
        </svg>
      )}
    </Chart>
  )
}

/** The note on the bar that is pointed at. */
export function describeBar({ owner, details = [], parts }: Bar): string[] {
  const texts = parts
    .filter(({ value }) => value > 0)
    .map(({ of, text }) => (of === undefined ? text : `${of}: ${text}`))
  return [...(owner === undefined ? [] : [owner]), ...texts, ...details]
}

interface BarProps {
  bar: Bar
  y: number
  width: number
  scale: Scale
  longest: number
  isActive: boolean
}

function BarView({ bar, y, width, scale: { start, end }, longest, isActive }: BarProps) {
  const { placed, end: barEnd } = placeParts(bar.parts, longest, start, end)
  return (
    <g className={isActive ? 'bar-row on' : 'bar-row'}>
      <rect className="bar-ground" x="0" y={y + 1} width={width} height={rowHeight - 2} rx="5" />
      <text x={start - 10} y={y + 19} textAnchor="end">
        {fitLabel(bar.label, start - 14)}
      </text>
      {placed.map(({ part: { swatch }, x, width }) => (
        <rect key={swatch} className={swatch} x={x} y={y + 8} width={width} height={barHeight} rx="3" />
      ))}
      <text className="faint" x={barEnd + 6} y={y + 19}>
        {fitNote(bar.note, width - barEnd - 6)}
      </text>
    </g>
  )
}

interface Scale {
  start: number
  end: number
}

/** Names get the room they need, up to half of the width; numbers have it after the longest bar, which keeps some. */
function scaleOf(bars: readonly Bar[], width: number): Scale {
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(labelWidth))
  const start = Math.round(Math.min(width * 0.45, 300, longest(bars.map(({ label }) => label)) + 16))
  const end = width - Math.round(Math.min(width - start - leastBar, longest(bars.map(({ note }) => note)) + 16))
  return { start, end }
}
