import '../../parts/diary/diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { longDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine, withoutControls } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Patterns } from '../../parts/diary/charts/patterns.tsx'
import { Timeline } from '../../parts/diary/charts/timeline.tsx'
import { DayCharts } from '../../parts/diary/day-charts.tsx'
import { DayFigures } from '../../parts/diary/day-figures.tsx'
import { DayFilters } from '../../parts/diary/day-filters.tsx'
import { Gaps } from '../../parts/diary/gaps.tsx'
import { ItemList } from '../../parts/diary/item-list.tsx'
import { OpenItems } from '../../parts/diary/open-items.tsx'
import { Doubts } from '../../parts/diary/sentence.tsx'
import { type DayAddress, useDayAddress, useDiaryPlace } from '../../state/diary/addresses.ts'
import { type DayProject, itemsIn, turnId, turnsIn, viewOf } from '../../state/diary/day-view.ts'
import { useLiveDay } from '../../state/diary/live.ts'
import { nameInKey } from '../../state/diary/project-labels.ts'
import { type DayReport, reportQuery } from '../../state/diary/queries.ts'
import { clockOf } from '../../state/diary/turn-words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { Drawer } from './day-report.tsx'

/** One project on one day: its items, its numbers, its files, and what people wrote to the agents. */
export function ProjectPage() {
  const { date, key } = useDiaryPlace()
  const report = useQuery(reportQuery(date))
  const address = useDayAddress()
  useLiveDay(date)
  const project = report.data?.projects.find(({ project_key }) => project_key === key)
  return (
    <div className="page">
      <nav className="mb-8 row wrap gap-6" aria-label="Day">
        <Link to="/diary/$date" params={{ date }} className="button quiet small">
          <ChevronLeft aria-hidden="true" /> {longDate(date)}
        </Link>
      </nav>
      <PageHead
        title={project?.project_label ?? nameInKey(key)}
        lead={project?.summary ? plainLine(project.summary.text) : undefined}
      />
      <Loaded query={report} label="the report" lines={8}>
        {report =>
          project ? (
            <Project report={report} project={project} address={address} />
          ) : (
            <Empty
              title="This project is not in the day’s report"
              step={
                <Link to="/diary/$date" params={{ date }} className="button">
                  The whole day
                </Link>
              }
            >
              The report of this day is about other projects.
            </Empty>
          )
        }
      </Loaded>
    </div>
  )
}

function Project({ report, project, address }: { report: DayReport; project: DayProject; address: DayAddress }) {
  const { project_key } = project
  const view = useMemo(() => viewOf(report), [report])
  const filter = useMemo(() => ({ ...address, projects: [project_key] }), [address, project_key])
  const timeline = useMemo(() => turnsIn(view, filter), [view, filter])
  const only = useMemo(() => [project], [project])
  const items = itemsIn(view, project, filter)
  return (
    <Doubts date={report.report_date}>
      <Patterns />
      <OpenItems view={view} projectKey={project_key} />
      <Gaps view={view} projectKey={project_key} />
      <DayFigures statistics={project.statistics} />
      <section className="block" aria-labelledby="items">
        <DayFilters view={view} address={address} projectKey={project_key} />
        <Timeline view={view} timeline={timeline} projects={only} />
        <header className="flex items-baseline gap-8 mb-6 pb-8 border-bottom mt-24">
          <h2 className="text-m" id="items">
            Work items
          </h2>
          <span className="block-count tabular">{items.length}</span>
        </header>
        {items.length === 0 && <p className="block-none">No work item passes the filters.</p>}
        <ItemList view={view} projectKey={project_key} items={items} page={24} />
      </section>
      <Messages
        date={report.report_date}
        project={project}
        timeOf={turn => view.turns.get(turnId(project_key, turn))}
      />
      <Section title="Statistics">
        <DayCharts projects={only} />
      </Section>
      <Drawer view={view} address={address} />
    </Doubts>
  )
}

interface MessagesProps {
  date: string
  project: DayProject
  timeOf: (turn: { session_ref: string; turn_ref: string }) => { start: string } | undefined
}

const firstMessages = 8

/** What people wrote, word for word. */
function Messages({ date, project, timeOf }: MessagesProps) {
  const [most, setMost] = useState(firstMessages)
  const { project_key, source_user_messages: turns } = project
  if (turns.length === 0) return null
  const rest = turns.length - most
  return (
    <Section title="What people wrote" count={turns.length}>
      <ul className="messages">
        {turns.slice(0, most).map(({ session_ref, turn_ref, messages }) => {
          const entry = timeOf({ session_ref, turn_ref })
          return (
            <li className="stack items-start gap-y-8 gap-x-16 py-10" key={`${session_ref} ${turn_ref}`}>
              <Link
                to="/diary/$date/$key/$session"
                params={{ date, key: project_key, session: session_ref }}
                search={{ turn: turn_ref }}
                className="cite self-start"
              >
                {entry && `${clockOf(entry.start)} `}
                {session_ref} {turn_ref}
              </Link>
              {messages.map((message, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be written twice
                <blockquote key={index} className="quote soft text-s col-2">
                  {withoutControls(message)}
                </blockquote>
              ))}
            </li>
          )
        })}
      </ul>
      {rest > 0 && (
        <Button small onClick={() => setMost(most + 50)}>
          Show {formatCount(Math.min(50, rest), 'more turn')}
        </Button>
      )}
    </Section>
  )
}
