import { heatByDayOrWeekday, heatCells, heatLevel } from '../../../../src/diary/report/charts/range.ts'
import type { RangeProject, RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Chart } from '../diary/charts/chart.tsx'

const left = 96
const head = 20
const rowHeight = 22

/** When turns began: days down, hours across. */
export function HeatMap({ report, projects }: { report: RangeReport; projects: readonly RangeProject[] }) {
  const rows = heatByDayOrWeekday(projects, report.days)
  const { cells, busiest } = heatCells(rows)
  if (!busiest) return null
  const cell = (width: number) => (width - left) / 24
  const height = head + rows.length * rowHeight
  return (
    <Chart
      title="Day and hour"
      summary={`Most turns began on ${busiest.label} between ${clock(busiest.hour)} and ${clock(busiest.hour + 1)}: ${busiest.count}.`}
      head={['Day', ...Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))]}
      rows={() => rows.map(({ label, turns }) => [label, ...turns.map(String)])}
      count={cells.length}
      at={(index, width) => {
        const at = cells[index]
        return {
          x: left + ((at?.hour ?? 0) + 0.5) * cell(width),
          y: head + ((at?.row ?? 0) + 1) * rowHeight,
          title: `${at?.label}, ${clock(at?.hour ?? 0)}`,
          lines: [formatCount(at?.count ?? 0, 'turn')],
        }
      }}
      hit={(x, y, width) => {
        const [row, hour] = [Math.floor((y - head) / rowHeight), Math.floor((x - left) / cell(width))]
        return row >= 0 && row < rows.length && hour >= 0 && hour < 24 ? row * 24 + hour : undefined
      }}
    >
      {({ width, active }) => (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {Array.from({ length: 8 }, (_, index) => index * 3).map(hour => (
            <text key={hour} className="scale-text" x={left + hour * cell(width) + 1} y="12">
              {String(hour).padStart(2, '0')}
            </text>
          ))}
          {rows.map(({ key, label }, row) => (
            <text key={key} className="scale-text" x={left - 10} y={head + row * rowHeight + 15} textAnchor="end">
              {label}
            </text>
          ))}
          {cells.map(({ row, hour, count }, index) => (
            <rect
              key={`${row} ${hour}`}
              className={`heat-${heatLevel(count, busiest.count)}${index === active ? ' on' : ''}`}
              x={left + hour * cell(width) + 1}
              y={head + row * rowHeight + 1}
              width={Math.max(2, cell(width) - 2)}
              height={rowHeight - 2}
              rx="3"
            />
          ))}
        </svg>
      )}
    </Chart>
  )
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
