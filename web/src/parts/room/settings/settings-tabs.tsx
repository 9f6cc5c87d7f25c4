import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useProject } from '../../../state/addresses.ts'
import { roomQuery } from '../../../state/room/queries.ts'

/** The screens behind the one settings entry of the rail. */
export function SettingsTabs() {
  const project = useProject()
  const unread = useQuery(roomQuery(project, 'room_notification_count', {}))
  const count = unread.data?.count ?? 0
  return (
    <nav className="tabs" aria-label="Settings of the room">
      <ul>
        {tabs.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              params={{ project }}
              className="tab"
              activeProps={{
                className: 'tab on',
                'aria-current': 'page',
              }}
              activeOptions={{ includeSearch: false, exact: to === '/p/$project/room/settings' }}
            >
              {label}
              {to === '/p/$project/room/notifications' && count > 0 && (
                <span className="tabular px-6 rounded-full bg-accent tone-accent text-xs">
                  {count}
                  <span className="hidden-text"> unread</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const tabs = [
  ['/p/$project/room/settings', 'Rules'],
  ['/p/$project/room/agents', 'Agents'],
  ['/p/$project/room/providers', 'Providers and keys'],
  ['/p/$project/room/prompts', 'Prompts'],
  ['/p/$project/room/telemetry', 'Telemetry'],
  ['/p/$project/room/notifications', 'Notifications'],
] as const
