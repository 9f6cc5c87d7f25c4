import '../../parts/diary/diary.css'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { itemSentenceId } from '../../../../src/diary/report/text/sentences.ts'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { Timeline } from '../../parts/diary/charts/timeline.tsx'
import { Citations } from '../../parts/diary/citations.tsx'
import { CostSection } from '../../parts/diary/cost-section.tsx'
import { CoverageCard } from '../../parts/diary/coverage-card.tsx'
import { DayCharts } from '../../parts/diary/day-charts.tsx'
import { DayFigures } from '../../parts/diary/day-figures.tsx'
import { DayFilters } from '../../parts/diary/day-filters.tsx'
import { Gaps } from '../../parts/diary/gaps.tsx'
import { ItemDrawer } from '../../parts/diary/item-drawer.tsx'
import { ItemList } from '../../parts/diary/item-list.tsx'
import { ConfidenceMark } from '../../parts/diary/marks.tsx'
import { Narrative } from '../../parts/diary/narrative.tsx'
import { OpenItems } from '../../parts/diary/open-items.tsx'
import { DoubtBanner, Sentence } from '../../parts/diary/sentence.tsx'
import type { DayAddress, DrawerAddress } from '../../state/diary/addresses.ts'
import {
  type DayItem,
  type DayProject,
  type DayView,
  isFiltered,
  itemCited,
  itemsIn,
  turnsIn,
  viewOf,
} from '../../state/diary/day-view.ts'
import type { DayReport as Report } from '../../state/diary/queries.ts'
import { pluralize } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'

/** The report of a day: what is open, what is missing, then when, what and how much. */
export function DayReport({ report, address }: { report: Report; address: DayAddress }) {
  const view = useMemo(() => viewOf(report), [report])
  const timeline = useMemo(() => turnsIn(view, address), [view, address])
  const projects = useMemo(
    () => report.projects.filter(({ project_key }) => address.projects?.includes(project_key) ?? true),
    [report, address.projects],
  )
  return (
    <>
      <Patterns />
      <DoubtBanner date={report.report_date} />
      <OpenItems view={view} />
      <Gaps view={view} />
      <DayFigures statistics={report.statistics} />
      <Summary view={view} />
      <section className="block" aria-label="Work">
        <DayFilters view={view} address={address} />
        <Timeline view={view} timeline={timeline} projects={projects} />
        <Work view={view} address={address} projects={projects} />
      </section>
      <Section
        title="Statistics"
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
  if (left.length === 0) return <p className="block-none">No work item passes the filters.</p>
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

const authorWords: { [author: string]: string } = { builtin: 'the built-in reader', unknown: 'an unknown author' }

/** Who wrote the evidence, in which hours, and the report's caveats. */
function ReportFoot({ view }: { view: DayView }) {
  const { producers, warnings, window, timezone, status } = view.report
  return (
    <footer className="mt-32 stack gap-6 pt-16 border-top muted text-xs">
      {warnings.length > 0 && (
        <ul className="bullets mb-4 soft">
          {[...new Set(warnings)].map(warning => (
            <li key={warning}>{plainLine(warning)}</li>
          ))}
        </ul>
      )}
      <p>
        Evidence and work items by{' '}
        {Object.entries(producers)
          .map(([author, count]) => `${authorWords[author] ?? plainLine(author)} (${pluralize(count, 'piece')})`)
          .join(', ') || 'no author yet'}
        .
      </p>
      <p>
        The day in {timezone}: {window.start} to {window.end}
        {status === 'partial' && ', not over when it was prepared'}.
      </p>
    </footer>
  )
}

const first = 5

/** The results of the most important work, a sentence per item, with its main exchanges. */
function Summary({ view }: { view: DayView }) {
  const { report_date: date, executive_summary } = view.report
  const { top_outcomes } = executive_summary
  const [all, setAll] = useState(false)
  if (top_outcomes.length === 0) return null
  const shown = all ? top_outcomes : top_outcomes.slice(0, first)
  return (
    <Section title="Summary" count={top_outcomes.length}>
      <ul className="outcomes mb-8 divided">
        {shown.map(({ text, confidence, citations }, index) => {
          const found = itemCited(view, citations)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a summary are never reordered
            <li className="stack gap-4 py-8" key={index}>
              {found && <strong>{plainLine(found.item.title)}</strong>}
              <p>
                <Sentence date={date} id={`summary/${index}`} text={text} />
              </p>
              {found && <Highlights view={view} projectKey={found.project.project_key} item={found.item} />}
              <span className="row wrap gap-y-4 gap-x-12 muted text-xs">
                <ConfidenceMark confidence={confidence} />
                <Citations date={date} citations={citations} labels={view.labels} />
              </span>
            </li>
          )
        })}
      </ul>
      {top_outcomes.length > shown.length && (
        <Button small onClick={() => setAll(true)}>
          All {top_outcomes.length} items
        </Button>
      )}
    </Section>
  )
}

/** Questions and answers of an item's most important turns. */
function Highlights({ view, projectKey, item }: { view: DayView; projectKey: string; item: DayItem }) {
  if (item.highlights.length === 0) return null
  return (
    <ul className="bullets highlights soft text-s">
      {item.highlights.map(({ text }, index) => (
        <li key={text}>
          <Sentence
            date={view.report.report_date}
            id={itemSentenceId(projectKey, item.work_item_ref, `highlight/${index}`)}
            text={text}
          />
        </li>
      ))}
    </ul>
  )
}
