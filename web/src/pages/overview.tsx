import { formatNumber } from '../../../src/kernel/numbers.ts'
import '../parts/records.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { activityTypes } from '../../../src/records/activity-types.ts'
import type { ActivityEntry, RecordRef } from '../../../src/records/schema.ts'
import type { State } from '../../../src/records/states.ts'
import type { Output } from '../operations.ts'
import { ActivityBars } from '../parts/activity-bars.tsx'
import { ActivityRow } from '../parts/activity-row.tsx'
import { CopyNextChat } from '../parts/copy-next-chat.tsx'
import { OpenSessions } from '../parts/open-sessions.tsx'
import { ProjectWork } from '../parts/project-work.tsx'
import { PublishedDays } from '../parts/published-days.tsx'
import { RecordRow } from '../parts/record-row.tsx'
import { StateBar } from '../parts/state-bar.tsx'
import { useProject } from '../state/addresses.ts'
import { overviewQuery } from '../state/queries.ts'
import { activityQuery } from '../state/record-queries.ts'
import { useMayWrite } from '../state/role.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'

/** The state of a project: open decisions, its work and what was left, cost, open sessions, recent activity. */
export function OverviewPage() {
  const project = useProject()
  const overview = useQuery(overviewQuery(project))
  const mayWrite = useMayWrite(project)
  return (
    <div className="page">
      <PageHead
        title={overview.data?.project.name ?? 'Overview'}
        lead={overview.data?.project.description || undefined}
        actions={
          <>
            {!overview.error && <CopyNextChat project={project} />}
            {mayWrite && overview.data && overview.data.totals.root_records > 0 && (
              <Link to="/p/$project/records/new" params={{ project }} className="button primary">
                <Plus aria-hidden="true" /> New record
              </Link>
            )}
          </>
        }
      />
      <Loaded query={overview} label="the overview" lines={8}>
        {({ totals, open_records, later_records, root_records, open_sessions, recent_activity }) =>
          root_records.length === 0 ? (
            <>
              <ProjectWork project={project} />
              <PublishedDays project={project} />
              <FirstStep project={project} mayWrite={mayWrite} />
            </>
          ) : (
            <>
              <Figures project={project} totals={totals} />
              <div className="split wide-main">
                <div>
                  <RecordList project={project} state="OPEN" records={open_records} total={totals.open_records} />
                  <RecordList project={project} state="LATER" records={later_records} total={totals.later_records} />
                  <RecentActivity project={project} entries={recent_activity} />
                </div>
                <div>
                  <ProjectWork project={project} />
                  <PublishedDays project={project} />
                  <OpenSessions project={project} sessions={open_sessions} total={totals.open_sessions} />
                </div>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function FirstStep({ project, mayWrite }: { project: string; mayWrite: boolean }) {
  return (
    <Empty
      title="No records yet"
      step={
        mayWrite && (
          <Link to="/p/$project/records/new" params={{ project }} className="button primary">
            <Plus aria-hidden="true" /> Write the first record
          </Link>
        )
      }
    >
      A record holds one piece of reasoning: a question, what was decided, and why. Agents write them too, once they are{' '}
      <Link to="/settings" className="text-link">
        connected
      </Link>
      .
    </Empty>
  )
}

type Overview = Output<'get_project_overview'>

/** Activations are left out: they say what was read, not what was done. */
const changes = activityTypes.filter(type => type !== 'activation')
/** The limit of one call. */
const maxCounted = 500

function Figures({ project, totals }: { project: string; totals: Overview['totals'] }) {
  const activity =
    useInfiniteQuery(activityQuery(project, { types: changes }, maxCounted)).data?.pages[0]?.activity ?? []
  const { open_records: OPEN, later_records: LATER, resolved_records: RESOLVED, discarded_records: DISCARDED } = totals
  return (
    <div className="tiles mb-32">
      <StateBar counts={{ OPEN, LATER, RESOLVED, DISCARDED }} />
      <ActivityBars entries={activity} now={new Date()} cut={activity.length >= maxCounted} />
    </div>
  )
}

/** So that the work beside the list, below it on a phone, is not far. */
const recordsShown = 12

interface ListProps {
  project: string
  state: State
  records: RecordRef[]
  total: number
}

function RecordList({ project, state, records, total }: ListProps) {
  const title = state === 'OPEN' ? 'Open' : 'Later'
  if (state === 'LATER' && total === 0) return null
  return (
    <Section
      title={title}
      count={formatNumber(total)}
      more={
        total > recordsShown && (
          <Link
            to="/p/$project/records/search"
            params={{ project }}
            search={{ states: [state] }}
            className="block-more text-link"
          >
            See all
          </Link>
        )
      }
    >
      {total === 0 ? (
        <p className="block-none">No open records.</p>
      ) : (
        <ul className="rows">
          {records.slice(0, recordsShown).map(record => (
            <RecordRow key={record.id} project={project} record={record} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** That a session began or ended says nothing about the project. */
function isOfRecords({ type }: ActivityEntry): boolean {
  return type !== 'session_started' && type !== 'session_closed'
}

function RecentActivity({ project, entries }: { project: string; entries: ActivityEntry[] }) {
  return (
    <Section
      title="Recent activity"
      more={
        <Link to="/p/$project/records/activity" params={{ project }} className="block-more text-link">
          All activity
        </Link>
      }
    >
      <ul className="rows activity-rows compact">
        {entries
          .filter(isOfRecords)
          .slice(0, 10)
          .map(entry => (
            <li key={entry.id}>
              <ActivityRow project={project} entry={entry} />
            </li>
          ))}
      </ul>
    </Section>
  )
}
