import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { RoomFault } from '../../parts/room/room-fault.tsx'
import { NotificationRow } from '../../parts/room/settings/notification-row.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { useProject } from '../../state/addresses.ts'
import { useMayWrite } from '../../state/role.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { useRoomWrite } from '../../state/room/room-write.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'

/** The notifications of the room, newest first. */
export function NotificationsPage() {
  const project = useProject()
  const mayWrite = useMayWrite(project)
  const [isUnread, setIsUnread] = useState(false)
  const notifications = useQuery(
    roomQuery(project, 'room_notification_list', { limit: 200, ...(isUnread && { unread: true }) }),
  )
  const refresh = ['room_notification_list', 'room_notification_count'] as const
  const readAll = useRoomWrite(project, 'room_notification_read_all', {
    refresh,
    announcement: ({ marked }) => `${formatCount(marked, 'notification')} marked as read`,
  })
  const clear = useRoomWrite(project, 'room_notification_clear', {
    refresh,
    announcement: ({ removed }) => `${formatCount(removed, 'notification')} removed`,
  })
  const shown = notifications.data?.notifications.filter(({ dismissed }) => !dismissed) ?? []
  return (
    <div className="page">
      <PageHead
        title="Notifications"
        lead="Failed audit checks, closed rounds, failed runs and other important events."
        actions={
          mayWrite &&
          shown.length > 0 && (
            <>
              <Button icon={CheckCheck} disabled={readAll.isPending} onClick={() => readAll.mutate({})}>
                Mark all as read
              </Button>
              <Button disabled={clear.isPending} onClick={() => clear.mutate({})}>
                Remove all but errors
              </Button>
            </>
          )
        }
      />
      <SettingsTabs />
      <Segmented
        label="Show"
        options={[
          [false, 'All'],
          [true, 'Unread'],
        ]}
        value={isUnread}
        onChange={setIsUnread}
      />
      <RoomFault error={readAll.error ?? clear.error} />
      <Loaded query={notifications} label="notifications" lines={5}>
        {() =>
          shown.length === 0 ? (
            <Empty title={isUnread ? 'Nothing unread' : 'No notifications'}>
              When something in the room needs you, it is listed here.
            </Empty>
          ) : (
            <ul className="stack mt-12">
              {shown.map(notification => (
                <NotificationRow
                  key={notification.id}
                  project={project}
                  notification={notification}
                  mayWrite={mayWrite}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}
