import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { RecordRef } from '../../../src/records/schema.ts'
import type { State } from '../../../src/records/states.ts'
import { ActivityBars } from '../parts/activity-bars.tsx'
import { ActivityRow } from '../parts/activity-row.tsx'
import { CloseSession } from '../parts/close-session.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RecordRow } from '../parts/record-row.tsx'
import { type SessionItem, SessionRow } from '../parts/session-row.tsx'
import { StateBar } from '../parts/state-bar.tsx'
import { useProject } from '../state/addresses.ts'
import { activityQuery, overviewQuery, sessionsQuery, stateCountQuery } from '../state/queries.ts'
import { useMayWrite } from '../state/role.ts'
import { useTabSession } from '../state/tab-session.ts'

/** Where a day with the project starts: what is open, who works on it, what happened. */
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
          mayWrite &&
          overview.data &&
          overview.data.totals.root_records > 0 && (
            <Link to="/p/$project/records/new" params={{ project }} className="button primary">
              <Plus aria-hidden="true" /> New record
            </Link>
          )
        }
      />
      <Loaded query={overview} label="the overview" lines={8}>
        {({ totals, open_records, later_records, root_records }) =>
          root_records.length === 0 ? (
            <FirstStep project={project} mayWrite={mayWrite} />
          ) : (
            <>
              <Figures project={project} open={totals.open_records} later={totals.later_records} />
              <div className="columns">
                <div className="column">
                  <RecordList project={project} state="OPEN" records={open_records} total={totals.open_records} />
                  <RecordList project={project} state="LATER" records={later_records} total={totals.later_records} />
                </div>
                <div className="column">
                  <OpenSessions project={project} />
                  <RecentActivity project={project} />
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
      title="Nothing is written here yet"
      step={
        mayWrite && (
          <Link to="/p/$project/records/new" params={{ project }} className="button primary">
            <Plus aria-hidden="true" /> Write the first record
          </Link>
        )
      }
    >
      A record keeps one piece of reasoning: a question, what was decided, and why. Agents write them too, once Daybook
      is in their MCP configuration.
    </Empty>
  )
}

function Figures({ project, open, later }: { project: string; open: number; later: number }) {
  const resolved = useQuery(stateCountQuery(project, 'RESOLVED'))
  const discarded = useQuery(stateCountQuery(project, 'DISCARDED'))
  const activity = useInfiniteQuery(activityQuery(project, {}, 500))
  const entries = activity.data?.pages.flatMap(page => page.activity) ?? []
  return (
    <div className="figures">
      <StateBar counts={{ OPEN: open, LATER: later, RESOLVED: resolved.data ?? 0, DISCARDED: discarded.data ?? 0 }} />
      <ActivityBars entries={entries} now={new Date()} cut={activity.hasNextPage} />
    </div>
  )
}

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
    <section className="block" aria-labelledby={`list-${state}`}>
      <header className="block-head">
        <h2 id={`list-${state}`}>{title}</h2>
        <span className="block-count tabular">{total.toLocaleString('en')}</span>
        {total > records.length && (
          <Link
            to="/p/$project/records/search"
            params={{ project }}
            search={{ states: [state] }}
            className="block-more text-link"
          >
            See all
          </Link>
        )}
      </header>
      {total === 0 ? (
        <p className="block-none">Nothing is open. Whatever comes next starts with a new record.</p>
      ) : (
        <ul className="rows">
          {records.map(record => (
            <RecordRow key={record.id} project={project} record={record} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OpenSessions({ project }: { project: string }) {
  const sessions = useQuery(sessionsQuery(project))
  const own = useTabSession(project)
  const [closing, setClosing] = useState<SessionItem>()
  return (
    <section className="block" aria-labelledby="list-sessions">
      <header className="block-head">
        <h2 id="list-sessions">Open sessions</h2>
        <span className="block-count tabular">{sessions.data?.sessions.filter(isOpen).length}</span>
        <Link to="/p/$project/records/sessions" params={{ project }} className="block-more text-link">
          All sessions
        </Link>
      </header>
      <Loaded query={sessions} label="sessions">
        {({ sessions }) => {
          const open = sessions.filter(isOpen)
          if (open.length === 0) return <p className="block-none">No chat is at work here now.</p>
          return (
            <ul className="rows">
              {open.slice(0, 4).map(session => (
                <SessionRow key={session.id} project={project} session={session} own={own} onClose={setClosing} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <CloseSession project={project} session={closing} onDone={() => setClosing(undefined)} />
    </section>
  )
}

function isOpen({ status }: SessionItem): boolean {
  return status !== 'closed'
}

function RecentActivity({ project }: { project: string }) {
  const activity = useInfiniteQuery(activityQuery(project, {}, 500))
  const own = useTabSession(project)
  const entries = activity.data?.pages[0]?.activity.filter(({ type }) => type !== 'activation').slice(0, 14)
  return (
    <section className="block" aria-labelledby="list-activity">
      <header className="block-head">
        <h2 id="list-activity">Recent activity</h2>
        <Link to="/p/$project/records/activity" params={{ project }} className="block-more text-link">
          All activity
        </Link>
      </header>
      <Loaded query={{ ...activity, data: entries }} label="activity">
        {entries => (
          <ul className="rows activity-rows compact">
            {entries.map(entry => (
              <li key={entry.id}>
                <ActivityRow project={project} entry={entry} own={own} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
