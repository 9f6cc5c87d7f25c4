import './diary.css'
import { useMemo } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { DayAddress } from '../../state/diary/addresses.ts'
import { type DayProject, type DayView, isFiltered, turnsIn } from '../../state/diary/day-view.ts'
import { Section } from '../../ui/section.tsx'
import { Timeline } from './charts/timeline.tsx'
import { CostSection } from './cost-section.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { DayCharts } from './day-charts.tsx'
import { DayFigures } from './day-figures.tsx'
import { Narrative } from './narrative.tsx'

interface Props {
  view: DayView
  address: DayAddress
  projects: readonly DayProject[]
}

/** The lower part of a day's page: when and how much, what it cost, and the evidence of the report. */
export function DayRest({ view, address, projects }: Props) {
  const { statistics, report_date } = view.report
  const timeline = useMemo(() => turnsIn(view, address), [view, address])
  return (
    <>
      <Section title="The day in numbers" className="drawn-late stack gap-12">
        <DayFigures statistics={statistics} />
        <Timeline view={view} timeline={timeline} projects={projects} />
      </Section>
      <Section
        title="Statistics"
        className="drawn-late"
        count={isFiltered(address) ? 'counted by project; other filters do not apply' : undefined}
      >
        <DayCharts
          projects={projects}
          ofDay={projects.length === view.report.projects.length ? statistics : undefined}
        />
      </Section>
      <CostSection span={{ date: report_date }} />
      <Narrative view={view} />
      <CoverageCard view={view} />
      <ReportFoot view={view} />
    </>
  )
}

/** The report's caveats, and the time zone of its hours. */
function ReportFoot({ view }: { view: DayView }) {
  const { warnings, timezone } = view.report
  return (
    <footer className="mt-32 stack gap-6 pt-16 border-top muted text-xs">
      {warnings.length > 0 && (
        <ul className="bullets mb-4 soft">
          {[...new Set(warnings)].map(warning => (
            <li key={warning}>{plainLine(warning)}</li>
          ))}
        </ul>
      )}
      <p>The hours of this day are those of {timezone}.</p>
    </footer>
  )
}
