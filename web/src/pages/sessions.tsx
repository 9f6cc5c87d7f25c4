import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CloseOldSessions } from '../parts/close-old-sessions.tsx'
import { CloseSession } from '../parts/close-session.tsx'
import { type SessionItem, SessionRow } from '../parts/session-row.tsx'
import { type SessionFilter, sessionFilters, useProject } from '../state/addresses.ts'
import { sessionChatsQuery } from '../state/project-home.ts'
import { sessionsQuery } from '../state/record-queries.ts'
import { useIsAdmin } from '../state/role.ts'
import { useTabSession } from '../state/tab-session.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** The chats that work on the project, live. */
export function SessionsPage() {
  const project = useProject()
  const { status = 'open' } = useSearch({ from: '/p/$project/records/sessions' })
  const navigate = useNavigate({ from: '/p/$project/records/sessions' })
  const sessions = useQuery(sessionsQuery(project))
  const own = useTabSession(project)
  const chats = useQuery(sessionChatsQuery(sessions.data?.sessions.map(({ id }) => id) ?? [])).data?.chats
  const isAdmin = useIsAdmin(project)
  const [closing, setClosing] = useState<SessionItem>()
  return (
    <div className="page">
      <PageHead
        title="Sessions"
        lead="One per chat. Idle chats stay open until you close them."
        actions={isAdmin && (sessions.data?.sessions.length ?? 0) > 0 && <CloseOldSessions project={project} />}
      />
      <Loaded query={sessions} label="sessions" lines={6}>
        {({ sessions }) => {
          if (sessions.length === 0) return <NoSessions title="No sessions yet" />
          const shown = sessions.filter(session => fits(session, status))
          return (
            <>
              {/* biome-ignore lint/a11y/useSemanticElements: filter chips, not a form */}
              <div className="row wrap gap-6 mb-12" role="group" aria-label="Status">
                {sessionFilters.map(filter => (
                  <button
                    key={filter}
                    type="button"
                    className="chip"
                    aria-pressed={filter === status}
                    onClick={() => void navigate({ search: filter === 'open' ? {} : { status: filter } })}
                  >
                    {filterWords[filter]}
                    <span className="muted tabular">{sessions.filter(session => fits(session, filter)).length}</span>
                  </button>
                ))}
              </div>
              {shown.length === 0 ? (
                <NoSessions title={`No ${filterWords[status].toLowerCase()} sessions`} />
              ) : (
                <ul className="rows boxed">
                  {shown.map(session => (
                    <SessionRow
                      key={session.id}
                      project={project}
                      session={session}
                      unsaved={session.unsaved_records.length}
                      own={own}
                      chat={chats?.find(({ session_id }) => session_id === session.id)}
                      onClose={setClosing}
                    />
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </Loaded>
      <CloseSession project={project} session={closing} onDone={() => setClosing(undefined)} />
    </div>
  )
}

function NoSessions({ title }: { title: string }) {
  return <Empty title={title}>A session starts when a chat opens a record to change it, or writes a new one.</Empty>
}

const filterWords: { [filter in SessionFilter]: string } = {
  open: 'Open',
  active: 'Up to date',
  stale: 'Behind',
  closed: 'Closed',
}

function fits({ status }: SessionItem, filter: SessionFilter): boolean {
  return filter === 'open' ? status !== 'closed' : status === filter
}
