import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import type { Output } from '../../../operations.ts'
import { safeText } from '../../transcript/safe-text.ts'
import { auditWords } from '../audit-mark.tsx'

type Status = Output<'room_status_show'>

interface Props {
  project: string
  audit: Status['audit']['status']
  chief: string | null
  canon: Status['canon']
  problems: readonly string[]
}

/** What to set up before the room is of use. */
export function RoomNotes({ project, audit, chief, canon, problems }: Props) {
  return (
    <>
      <AuditNote project={project} audit={audit} />
      {chief === null && (
        <Note>
          The room needs exactly one enabled Chief.{' '}
          <Link to="/p/$project/room/agents" params={{ project }} className="text-link">
            Choose one among the agents
          </Link>
        </Note>
      )}
      {canon.stale > 0 && (
        <Note>
          {formatCount(canon.stale, 'file')} changed since the canon was built.{' '}
          <Link to="/p/$project/room/canon" params={{ project }} className="text-link">
            Build it again
          </Link>
        </Note>
      )}
      {problems.map(file => (
        <Note key={file}>
          <code>{safeText(file)}</code> cannot be read and is ignored. Fix it or move it away.
        </Note>
      ))}
    </>
  )
}

/** What a reply shows as proven was judged when it came; a receipt that was changed since proves nothing. */
export function AuditNote({ project, audit }: Pick<Props, 'project' | 'audit'>) {
  if (audit === 'ok') return null
  return (
    <Note>
      {auditWords[audit]}{' '}
      <Link to="/p/$project/room/receipts" params={{ project }} className="text-link">
        See which log
      </Link>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="note with-actions mb-10">
      <TriangleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
