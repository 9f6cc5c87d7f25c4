import { useMemo } from 'react'
import { checksChart, filesChart, tokensChart, toolsChart } from '../../../../src/diary/report/charts/day.ts'
import type { DayProject } from '../../state/diary/day-view.ts'
import { totalsOf } from '../../state/diary/totals.ts'
import { BarRows } from './charts/bar-rows.tsx'

/** The numbers of a day. They are counted by project, so only that filter changes them. */
export function DayCharts({ projects }: { projects: readonly DayProject[] }) {
  const charts = useMemo(() => {
    const totals = totalsOf(projects)
    const labels = new Map(projects.map(({ project_key, project_label }) => [project_key, project_label]))
    return [filesChart(totals, labels), toolsChart(totals), tokensChart(totals, projects), checksChart(totals)]
  }, [projects])
  return <div className="chart-grid">{charts.map(chart => chart && <BarRows key={chart.title} {...chart} />)}</div>
}
