import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '../../../src/kernel/numbers.ts'
import type { Output } from '../operations.ts'
import { openSessionsShown, projectWorkQuery } from '../state/project-home.ts'
import { useTabSession } from '../state/tab-session.ts'
import { Section } from '../ui/section.tsx'
import { CloseSession } from './close-session.tsx'
import { type SessionItem, SessionRow } from './session-row.tsx'

interface Props {
  project: string
  sessions: Output<'get_project_overview'>['open_sessions']
  total: number
}

/** The sessions of records that a project has open, the latest first. */
export function OpenSessions({ project, sessions, total }: Props) {
  const own = useTabSession(project)
  const chats = useQuery({ ...projectWorkQuery(project), retry: false }).data?.session_chats
  const [closing, setClosing] = useState<SessionItem>()
  return (
    <Section
      title="Open sessions"
      count={formatNumber(total)}
      more={
        <Link to="/p/$project/records/sessions" params={{ project }} className="block-more text-link">
          All sessions
        </Link>
      }
    >
      {total === 0 ? (
        <p className="block-none">No open sessions.</p>
      ) : (
        <ul className="rows">
          {sessions.slice(0, openSessionsShown).map(session => (
            <SessionRow
              key={session.id}
              project={project}
              session={session}
              unsaved={session.unsaved_records}
              own={own}
              chat={chats?.find(({ session_id }) => session_id === session.id)}
              onClose={setClosing}
            />
          ))}
        </ul>
      )}
      <CloseSession project={project} session={closing} onDone={() => setClosing(undefined)} />
    </Section>
  )
}
