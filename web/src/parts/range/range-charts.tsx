import { costChart, filesByDaysChart, itemsChart, turnsChart } from '../../../../src/diary/report/charts/range.ts'
import type { RangeProject, RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { BarRows } from '../diary/charts/bar-rows.tsx'
import { ColumnChart } from './column-chart.tsx'
import { HeatMap } from './heat-map.tsx'

interface Props {
  report: RangeReport
  /** The projects that pass the filter. */
  projects: readonly RangeProject[]
}

export function RangeCharts({ report, projects }: Props) {
  const turns = turnsChart(report, projects)
  const cost = costChart(report, projects)
  const items = itemsChart(report, projects)
  const files = filesByDaysChart(report, projects)
  return (
    <>
      <div className="chart-grid">
        {/* The chips above the charts are the legend of the projects. */}
        {turns && <ColumnChart {...turns} legend={[]} days={report.days} />}
        {cost && <ColumnChart {...cost} days={report.days} />}
        {items && <ColumnChart {...items} legend={[]} days={report.days} />}
        <HeatMap report={report} projects={projects} />
      </div>
      <div className="chart-below">{files && <BarRows {...files} />}</div>
    </>
  )
}
