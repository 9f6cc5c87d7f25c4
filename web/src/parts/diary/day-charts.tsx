import { useMemo } from 'react'
import { checksChart, filesChart, toolsChart } from '../../../../src/diary/report/charts/day.ts'
import { tokensChart } from '../../../../src/diary/report/charts/tokens.ts'
import type { Statistics } from '../../../../src/diary/report/statistics.ts'
import { sumCosts } from '../../../../src/diary/report/text/costs.ts'
import type { DayProject } from '../../state/diary/day-view.ts'
import { BarRows } from './charts/bar-rows.tsx'

/**
 * The numbers of a day. They are counted by project, so only that filter changes them; without it the tokens and the cost are
 * `ofDay`, which has what no turn of the day used as well.
 */
export function DayCharts({ projects, ofDay }: { projects: readonly DayProject[]; ofDay?: Statistics | undefined }) {
  const charts = useMemo(() => {
    if (projects.length === 0) return []
    const totals = totalsOf(projects.map(({ statistics }) => statistics))
    const labels = new Map(projects.map(({ project_key, project_label }) => [project_key, project_label]))
    return [filesChart(totals, labels), toolsChart(totals), tokensChart(ofDay ?? totals, projects), checksChart(totals)]
  }, [projects, ofDay])
  return (
    <div className="chart-grid stack gap-16 mt-12">
      {charts.map(chart => chart && <BarRows key={chart.title} {...chart} />)}
    </div>
  )
}

type Totals = Pick<Statistics, 'tools' | 'files' | 'changed_files' | 'check_kinds' | 'tokens' | 'cost_usd'>

function totalsOf(all: readonly Statistics[]): Totals {
  const checks = all.map(({ check_kinds }) => check_kinds)
  return {
    tools: toolsOf(all),
    files: addCounts(all.map(({ files }) => files)),
    changed_files: all
      .flatMap(({ changed_files }) => changed_files)
      .sort((one, other) => other.added + other.removed - (one.added + one.removed)),
    check_kinds: {
      typecheck: addCounts(checks.map(({ typecheck }) => typecheck)),
      lint: addCounts(checks.map(({ lint }) => lint)),
      test: addCounts(checks.map(({ test }) => test)),
      build: addCounts(checks.map(({ build }) => build)),
    },
    tokens: addCounts(all.map(({ tokens }) => tokens)),
    cost_usd: sumCosts(all.map(({ cost_usd }) => cost_usd)),
  }
}

function toolsOf(all: readonly Statistics[]): Statistics['tools'] {
  const tools = new Map<string, Statistics['tools'][number]>()
  for (const tool of all.flatMap(({ tools }) => tools)) {
    tools.set(tool.name, { ...tool, count: tool.count + (tools.get(tool.name)?.count ?? 0) })
  }
  return [...tools.values()].sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

function addCounts<T extends { [key in keyof T]?: number | undefined }>(all: readonly T[]): T {
  const total: { [key: string]: number } = {}
  for (const counts of all)
    for (const [key, count] of Object.entries<number | undefined>(counts)) total[key] = (total[key] ?? 0) + (count ?? 0)
  // Called for one project at least, which has every count that is not optional.
  return total as T
}
