import { formatCount, sum } from '../../../../src/kernel/numbers.ts'
import '../../parts/diary/diary.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import { checkVerdictsText } from '../../../../src/diary/report/text/numbers.ts'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { DayFilters } from '../../parts/diary/day-filters.tsx'
import { Gaps } from '../../parts/diary/gaps.tsx'
import { ItemList } from '../../parts/diary/item-list.tsx'
import { OpenItems } from '../../parts/diary/open-items.tsx'
import { DoubtBanner, Doubts, Sentence } from '../../parts/diary/sentence.tsx'
import { AddressLink } from '../../parts/search/address-link.tsx'
import type { DayAddress, DrawerAddress } from '../../state/diary/addresses.ts'
import { type DayProject, type DayView, isFiltered, itemsIn, viewOf } from '../../state/diary/day-view.ts'
import { useDistinctLabels } from '../../state/diary/project-labels.ts'
import type { DayReport as Report } from '../../state/diary/queries.ts'
import { late } from '../../ui/late.tsx'

/** The report of a day: three sentences, what is open and missing, the work, then when and how much. */
export function DayReport({ report: given, address }: { report: Report; address: DayAddress }) {
  const report = useDistinctLabels(given)
  const view = useMemo(() => viewOf(report), [report])
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
    <Doubts date={report.report_date}>
      <Patterns />
      <DoubtBanner date={report.report_date} />
      <Lead report={report} />
      <OpenItems view={view} />
      <Gaps view={view} />
      <section className="block" aria-label="Work">
        <DayFilters view={view} address={address} />
        <Work view={view} address={address} projects={projects} />
      </section>
      <LateRest view={view} address={address} projects={projects} />
      <Drawer view={view} address={address} />
    </Doubts>
  )
}

/** The day in three sentences. */
function Lead({ report: { lead } }: { report: Report }) {
  if (lead.length === 0) return null
  return (
    <p className="page-lead pretty mb-16 text-l">
      {lead.map((text, index) => (
        <Fragment key={text}>
          {index > 0 && ' '}
          <Sentence id={`lead/${index}`} text={text} />
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
  return <LateDrawer view={view} address={address} onGo={go} />
}

const LateDrawer = late(
  async () => (await import('../../parts/diary/item-drawer.tsx')).ItemDrawer,
  ({ address }) => address.item !== undefined,
)

/** Loaded and drawn after the work, which is what the page is opened for; its place is about as high, for where the page was scrolled to. */
const LateRest = late(
  async () => (await import('../../parts/diary/day-rest.tsx')).DayRest,
  () => true,
  1600,
)

const rowsOfScreen = 6

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
  const drawnBefore = left.map((_, at) => sum(left.slice(0, at).map(({ items }) => Math.min(items.length, page))))
  return (
    <>
      {left.map(({ project, items }, at) => (
        <section key={project.project_key} className="mt-24" aria-labelledby={`project-${project.project_key}`}>
          <header className="flex items-baseline gap-10">
            <h2 className="text-l" id={`project-${project.project_key}`}>
              <AddressLink address={`/diary/${view.report.report_date}/${project.project_key}`} className="underlined">
                {project.project_label}
              </AddressLink>
            </h2>
            <span className="block-count">
              {[
                formatCount(items.length, 'item'),
                formatCount(project.statistics.turns, 'turn'),
                project.statistics.files.touched > 0 &&
                  `${formatCount(project.statistics.files.touched, 'file')} changed`,
                checkVerdictsText(project.statistics.checks),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </header>
          {/* The built-in reader's summary names the titles that follow. */}
          {project.summary && project.summary.by !== 'builtin' && (
            <p className="page-lead mt-2 mb-6 text-s">
              <Sentence id={`${project.project_key}/summary`} text={project.summary.text} />
            </p>
          )}
          <ItemList
            view={view}
            projectKey={project.project_key}
            items={items}
            page={page}
            first={Math.max(0, rowsOfScreen - (drawnBefore[at] ?? 0))}
          />
        </section>
      ))}
    </>
  )
}
