import '../talk.css'
import '../room.css'
import { Link } from '@tanstack/react-router'
import { Check, CircleCheck, CircleX, Info, type LucideIcon, Trash2, TriangleAlert } from 'lucide-react'
import type { Notification } from '../../../../../src/room/notifications/store.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  notification: Notification
  mayWrite: boolean
}

export function NotificationRow({ project, notification, mayWrite }: Props) {
  const { id, level, message, source, timestamp, read, actionLabel, actionPayload } = notification
  const { Icon, tone, word } = levels[level]
  const refresh = ['room_notification_list', 'room_notification_count'] as const
  const mark = useRoomWrite(project, 'room_notification_change', { refresh })
  const remove = useRoomWrite(project, 'room_notification_remove', {
    refresh,
    announcement: () => 'Notification removed',
  })
  return (
    <li
      className={
        read
          ? 'notification stack items-start gap-y-6 gap-x-12 py-12 border-bottom'
          : 'notification unread stack items-start gap-y-6 gap-x-12 py-12 border-bottom'
      }
    >
      <span className={`mark-line mt-2 tone-${tone}`}>
        <Icon aria-hidden="true" />
        <span>{word}</span>
      </span>
      <div className="notification-text stack gap-2 text-s break-anywhere">
        <p>
          {safeText(message)}
          {!read && <span className="tag own ml-8">New</span>}
        </p>
        <p className="muted text-xs">
          {safeText(source)} · <Ago time={timestamp} />{' '}
          {actionPayload && (
            <ActionLink project={project} payload={actionPayload} label={safeText(actionLabel ?? 'Open')} />
          )}
        </p>
        <RoomFault error={mark.error ?? remove.error} />
      </div>
      {mayWrite && (
        <span className="row wrap gap-8">
          <Button icon={Check} small disabled={mark.isPending} onClick={() => mark.mutate({ id, read: !read })}>
            {read ? 'Mark as unread' : 'Mark as read'}
          </Button>
          <IconButton
            label={`Remove: ${safeText(message)}`}
            icon={Trash2}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ id })}
          />
        </span>
      )}
    </li>
  )
}

interface ActionProps {
  project: string
  payload: NonNullable<Notification['actionPayload']>
  label: string
}

/** The target of a notification. A round is shown with its conference, which older notifications do not name. */
function ActionLink({ project, payload: { kind, id, conference }, label }: ActionProps) {
  const look = { className: 'text-link', children: label }
  switch (kind) {
    case 'openIssue':
      return <Link to="/p/$project/room/issues/$issue" params={{ project, issue: id }} {...look} />
    case 'openRun':
      return <Link to="/p/$project/room/runs/$run" params={{ project, run: id }} {...look} />
    case 'openCanon':
      return <Link to="/p/$project/room/canon" params={{ project }} {...look} />
    case 'openReceipt':
      return <Link to="/p/$project/room/receipts" params={{ project }} search={{ receipt: id }} {...look} />
    case 'openRound':
      return conference === undefined ? (
        <Link to="/p/$project/room/conferences" params={{ project }} {...look} />
      ) : (
        <Link to="/p/$project/room/conferences/$conference" params={{ project, conference }} {...look} />
      )
  }
}

const levels: { readonly [level in Notification['level']]: { Icon: LucideIcon; tone: string; word: string } } = {
  info: { Icon: Info, tone: 'open', word: 'Note' },
  success: { Icon: CircleCheck, tone: 'good', word: 'Done' },
  warning: { Icon: TriangleAlert, tone: 'warn', word: 'Warning' },
  error: { Icon: CircleX, tone: 'bad', word: 'Error' },
}
