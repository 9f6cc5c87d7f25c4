import './records.css'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { Output } from '../operations.ts'
import { useIsAdmin } from '../state/role.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { toneOf } from '../ui/tone.ts'
import { Ago } from './ago.tsx'
import { RecordLink } from './record-link.tsx'
import { AddressLink } from './search/address-link.tsx'
import { sessionName } from './session-names.ts'

/** The fields of a session that the overview and the list of sessions both have. */
export type SessionItem = Omit<
  Output<'get_project_overview'>['open_sessions'][number],
  'is_current' | 'unsaved_records'
> & { conversation_id?: string | null | undefined; is_own?: boolean | undefined }

type Chat = Output<'home_session_chats'>['chats'][number]

interface Props {
  project: string
  session: SessionItem
  /** How many records it changed since it last saved. */
  unsaved: number
  own: string | undefined
  /** The chat it belongs to, where the diary has it. */
  chat?: Chat | undefined
  onClose?: ((session: SessionItem) => void) | undefined
}

/** A session in a list: how far behind it is, how long it was idle, and what it has open. */
export function SessionRow({ project, session, unsaved, own, chat, onClose }: Props) {
  const { id, active_records, tick_gap, status, staleness, last_activity, is_own } = session
  const name = sessionName(session, own, chat)
  const isAdmin = useIsAdmin(project)
  return (
    <li className="session-row relative stack gap-4 border-bottom">
      <div className="row wrap gap-10">
        <Link
          to="/p/$project/records/activity"
          params={{ project }}
          search={{ session: id }}
          className="underlined min-w-0 break-anywhere text-s weight-500"
          data-row
          title={id}
        >
          {name}
        </Link>
        <SessionMark status={status} staleness={staleness} />
        {id === own && <span className="tag own">this tab</span>}
      </div>
      <p className="flex wrap gap-y-2 gap-x-12 muted text-xs">
        <span>
          Last active <Ago time={last_activity} />
        </span>
        {chat && (
          <AddressLink address={chat.address} className="text-link">
            Transcript
          </AddressLink>
        )}
        {status === 'stale' && <span>Has not seen {formatCount(tick_gap, 'change')} of other chats</span>}
        {unsaved > 0 && <span>Changed {formatCount(unsaved, 'record')} since it last saved</span>}
      </p>
      {active_records.length > 0 && (
        <p className="flex wrap gap-y-4 gap-x-8 muted text-xs">
          Works on
          {active_records.slice(0, shownRecords).map(record => (
            <RecordLink key={record} project={project} id={record} />
          ))}
          {active_records.length > shownRecords && <span>and {active_records.length - shownRecords} more</span>}
        </p>
      )}
      {onClose && status !== 'closed' && (isAdmin || is_own || id === own) && (
        <IconButton
          label={`Close session: ${name}`}
          icon={X}
          className="session-close"
          title="Close session"
          onClick={() => onClose(session)}
        />
      )}
    </li>
  )
}

const shownRecords = 12

const staleWords: { readonly [staleness in SessionItem['staleness']]: string } = {
  none: 'up to date',
  mild: 'a little behind',
  moderate: 'behind',
  severe: 'far behind',
}

/** A session's status, and how far behind the others it is. */
function SessionMark({ status, staleness }: Pick<SessionItem, 'status' | 'staleness'>) {
  const words = status === 'closed' ? status : staleWords[status === 'active' ? 'none' : staleness]
  return (
    <span className="inline-row gap-6 soft text-xs">
      <span className={`dot ${status} ${toneOf(status)}`} aria-hidden="true" />
      {words}
    </span>
  )
}
