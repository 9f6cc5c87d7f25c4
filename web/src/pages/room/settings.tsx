import { useQuery } from '@tanstack/react-query'
import { SettingsForm } from '../../parts/room/settings/settings-form.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin } from '../../state/role.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** What a workspace may set. Nothing here can weaken receipts or evidence. */
export function RoomSettingsPage() {
  const project = useProject()
  const settings = useQuery(roomQuery(project, 'room_settings_show', {}))
  const isAdmin = useIsAdmin(project)
  return (
    <div className="page">
      <PageHead
        title="Room settings"
        lead="Limits and defaults of this workspace. No setting weakens how calls are parsed, signed or checked."
      />
      <SettingsTabs />
      <Loaded query={settings} label="settings" lines={8}>
        {stored => <SettingsForm key={JSON.stringify(stored)} project={project} stored={stored} isAdmin={isAdmin} />}
      </Loaded>
    </div>
  )
}
