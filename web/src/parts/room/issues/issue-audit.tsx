import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import { auditKindWords } from '../../../state/room/issue-words.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { useSessionTitles } from '../../../state/room/session-titles.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { AuditMark } from '../audit-mark.tsx'
import { RoomFault } from '../room-fault.tsx'
import { kindOf } from '../session-list.tsx'
import { IssueFile } from './issue-file.tsx'

interface Props {
  project: string
  id: number
  mayWrite: boolean
}

/** The files of an issue, and whether all of them verify. */
export function IssueAudit({ project, id, mayWrite }: Props) {
  const audit = useQuery(roomQuery(project, 'room_issue_audit', { issueId: id }))
  return (
    <Section
      title="Filed evidence"
      count={audit.data?.entries.length}
      more={
        audit.data &&
        audit.data.entries.length > 0 && (
          <span className="block-more">
            <AuditMark status={audit.data.verification} />
          </span>
        )
      }
    >
      <Loaded query={audit} label="what is filed" lines={2}>
        {({ entries }) => (
          <>
            {entries.length === 0 && <p className="block-none">No receipts or files yet.</p>}
            <ul className="filed stack gap-4">
              {entries.map(({ filename, kind, timestamp }) => (
                <li key={filename}>
                  <IssueFile
                    project={project}
                    issueId={id}
                    filename={filename}
                    title={auditKindWords[kind] ?? safeText(kind)}
                    hasReceipts={kind === 'session-receipts'}
                    time={<Ago time={timestamp} />}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {mayWrite && <LinkSession project={project} id={id} />}
    </Section>
  )
}

function LinkSession({ project, id }: { project: string; id: number }) {
  const [session, setSession] = useState('')
  const titles = useSessionTitles(project)
  const sessions = useQuery(roomQuery(project, 'room_verify', {})).data?.sessions ?? []
  const link = useRoomWrite(project, 'room_session_link', {
    refresh: ['room_issue_audit'],
    announcement: ({ linked }) => `${formatCount(linked, 'receipt')} filed with the issue`,
    onDone: () => setSession(''),
  })
  if (sessions.length === 0) return null
  const named = sessions.map(({ sessionId }) => [
    sessionId,
    `${kindOf(sessionId)}: ${safeText(titles.get(sessionId) ?? sessionId)}`,
  ])
  return (
    <form
      className="form mt-12 pt-12 border-top"
      onSubmit={event => {
        event.preventDefault()
        link.mutate({ sessionId: session, issueId: id })
      }}
    >
      <SelectField
        label="File receipts of"
        value={session}
        options={{ '': 'Choose a chat, conference or run…', ...Object.fromEntries(named) }}
        onChange={setSession}
      />
      <Button type="submit" small className="at-start" disabled={link.isPending || session === ''}>
        File receipts
      </Button>
      <RoomFault error={link.error} />
    </form>
  )
}
