import '../../parts/diary/diary.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { Timeline } from '../../parts/diary/charts/timeline.tsx'
import { CostSection } from '../../parts/diary/cost-section.tsx'
import { CoverageCard } from '../../parts/diary/coverage-card.tsx'
import { DayCharts } from '../../parts/diary/day-charts.tsx'
import { DayFigures } from '../../parts/diary/day-figures.tsx'
import { DayFilters } from '../../parts/diary/day-filters.tsx'
import { Gaps } from '../../parts/diary/gaps.tsx'
import { ItemDrawer } from '../../parts/diary/item-drawer.tsx'
import { ItemList } from '../../parts/diary/item-list.tsx'
import { Narrative } from '../../parts/diary/narrative.tsx'
import { OpenItems } from '../../parts/diary/open-items.tsx'
import { DoubtBanner, Sentence } from '../../parts/diary/sentence.tsx'
import type { DayAddress, DrawerAddress } from '../../state/diary/addresses.ts'
import { type DayProject, type DayView, isFiltered, itemsIn, turnsIn, viewOf } from '../../state/diary/day-view.ts'
import { useDistinctLabels } from '../../state/diary/project-labels.ts'
import type { DayReport as Report } from '../../state/diary/queries.ts'
import { pluralize } from '../../state/words.ts'
import { Section } from '../../ui/section.tsx'

/** The report of a day: three sentences, what is open and missing, the work, then when and how much. */
export function DayReport({ report: given, address }: { report: Report; address: DayAddress }) {
  const report = useDistinctLabels(given)
  const view = useMemo(() => viewOf(report), [report])
  const timeline = useMemo(() => turnsIn(view, address), [view, address])
  const projects = useMemo(
    () => report.projects.filter(({ project_key }) => address.projects?.includes(project_key) ?? true),
    [report, address.projects],
  )
  if (report.statistics.turns === 0) {
    return (
      <p className="muted">
        Turns appear here as agents write them. If an agent keeps its transcripts elsewhere, add that folder under{' '}
        <Link to="/diary/sources" className="text-link">
          Sources
        </Link>
        .
      </p>
    )
  }
  return (
    <>
      <Patterns />
      <DoubtBanner date={report.report_date} />
      <Lead report={report} />
      <OpenItems view={view} />
      <Gaps view={view} />
      <section className="block" aria-label="Work">
        <DayFilters view={view} address={address} />
        <Work view={view} address={address} projects={projects} />
      </section>
      <Section title="The day in numbers" className="drawn-late stack gap-12">
        <DayFigures statistics={report.statistics} />
        <Timeline view={view} timeline={timeline} projects={projects} />
      </Section>
      <Section
        title="Statistics"
        className="drawn-late"
        count={isFiltered(address) ? 'counted by project; other filters do not apply' : undefined}
      >
        <DayCharts projects={projects} />
      </Section>
      <CostSection span={{ date: report.report_date }} />
      <Narrative view={view} />
      <CoverageCard view={view} />
      <ReportFoot view={view} />
      <Drawer view={view} address={address} />
    </>
  )
}

/** The day in three sentences. */
function Lead({ report: { report_date, lead } }: { report: Report }) {
  if (lead.length === 0) return null
  return (
    <p className="page-lead pretty mb-16 text-l">
      {lead.map((text, index) => (
        <Fragment key={text}>
          {index > 0 && ' '}
          <Sentence date={report_date} id={`lead/${index}`} text={text} />
        </Fragment>
      ))}
    </p>
  )
}

/** The drawer of a page with work items; the page's URL says which item is open. */
export function Drawer({ view, address }: { view: DayView; address: DayAddress }) {
  const navigate = useNavigate()
  const { item: _item, chain: _chain, lines: _lines, ...page } = address
  const go = (drawer: DrawerAddress) => void navigate({ to: '.', search: { ...page, ...drawer }, resetScroll: false })
  return <ItemDrawer view={view} address={address} onGo={go} />
}

interface WorkProps {
  view: DayView
  address: DayAddress
  projects: readonly DayProject[]
}

function Work({ view, address, projects }: WorkProps) {
  const listed = projects.map(project => ({ project, items: itemsIn(view, project, address) }))
  const left = listed.filter(({ items }) => items.length > 0)
  if (left.length === 0) {
    return (
      <p className="block-none">{isFiltered(address) ? 'No work item passes the filters.' : 'No work on this day.'}</p>
    )
  }
  // However many projects a day has, only a few dozen rows are shown at first.
  const page = Math.max(4, Math.ceil(24 / left.length))
  return (
    <>
      {left.map(({ project, items }) => (
        <section key={project.project_key} className="mt-24" aria-labelledby={`project-${project.project_key}`}>
          <header className="flex items-baseline gap-10">
            <h2 className="text-l" id={`project-${project.project_key}`}>
              <Link
                to="/diary/$date/$key"
                params={{ date: view.report.report_date, key: project.project_key }}
                className="underlined"
              >
                {project.project_label}
              </Link>
            </h2>
            <span className="block-count">{pluralize(items.length, 'item')}</span>
          </header>
          {project.summary && (
            <p className="project-summary mt-2 mb-6 soft text-s">
              <Sentence
                date={view.report.report_date}
                id={`${project.project_key}/summary`}
                text={project.summary.text}
              />
            </p>
          )}
          <ItemList view={view} projectKey={project.project_key} items={items} page={page} />
        </section>
      ))}
    </>
  )
}

/** The report's caveats, and in which hours the day is told. */
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
