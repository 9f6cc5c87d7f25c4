import { PageHead } from '../../parts/page-head.tsx'
import { Detected } from '../../parts/room/settings/detected.tsx'
import { Keys } from '../../parts/room/settings/keys.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin } from '../../state/role.ts'

/** Model services, and the keys they are called with. */
export function ProvidersPage() {
  const project = useProject()
  const isAdmin = useIsAdmin(project)
  return (
    <div className="page">
      <PageHead
        title="Providers and keys"
        lead="Nothing leaves this machine until you choose a provider for an agent and give it a key."
      />
      <SettingsTabs />
      <Detected project={project} />
      {isAdmin ? <Keys project={project} /> : <p className="note">Keys are for admins of the project.</p>}
    </div>
  )
}
