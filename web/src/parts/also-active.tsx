import { useQuery } from '@tanstack/react-query'
import { useProject } from '../state/addresses.ts'
import { activeSessionsQuery } from '../state/record-queries.ts'
import { useTabSession } from '../state/tab-session.ts'
import { Ago } from './ago.tsx'
import { unnamedChat, useSessionNames } from './session-names.ts'

interface OtherSession {
  session_id: string
  last_activity: string
}

/** Another session has the record open. Editing goes on; a conflict would be shown. */
export function AlsoActive({ id, conflict }: { id: string; conflict: OtherSession | undefined }) {
  const nameOf = useSessionNames(useProject(), conflict ? [conflict.session_id] : [])
  if (!conflict) return null
  const name = nameOf(conflict.session_id)
  return (
    <p className="note mb-16" role="status">
      {id} is also active in another chat{name !== unnamedChat && <span title={conflict.session_id}> ({name})</span>},
      last active <Ago time={conflict.last_activity} />. If both change it, you will see both texts.
    </p>
  )
}

/** The same where this tab has not opened the record itself: looking at it opens nothing. */
export function AlsoActiveNow({ id }: { id: string }) {
  const project = useProject()
  const own = useTabSession(project)
  const { data } = useQuery(activeSessionsQuery(project, id))
  return <AlsoActive id={id} conflict={data?.sessions.find(({ session_id }) => session_id !== own)} />
}
