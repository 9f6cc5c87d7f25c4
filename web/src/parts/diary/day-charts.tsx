import { useMemo } from 'react'
import type { DayProject } from '../../state/diary/day-view.ts'
import { totalsOf } from '../../state/diary/totals.ts'
import { ChecksChart } from './charts/checks.tsx'
import { FilesChart } from './charts/files.tsx'
import { TokensChart } from './charts/tokens.tsx'
import { ToolsChart } from './charts/tools.tsx'

interface Props {
  projects: readonly DayProject[]
  labels: ReadonlyMap<string, string>
}

/** The day's numbers as drawings. They are counted by project, so only that filter changes them. */
export function DayCharts({ projects, labels }: Props) {
  const totals = useMemo(() => totalsOf(projects), [projects])
  return (
    <div className="chart-grid">
      <FilesChart totals={totals} labels={labels} />
      <ToolsChart tools={totals.tools} />
      <TokensChart projects={projects} />
      <ChecksChart check_kinds={totals.check_kinds} />
    </div>
  )
}
