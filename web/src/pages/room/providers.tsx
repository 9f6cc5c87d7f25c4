import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Radar } from 'lucide-react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Keys } from '../../parts/room/settings/keys.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin, useMayWrite } from '../../state/role.ts'
import { providerName } from '../../state/room/provider-words.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

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

/** Model services on this machine, detected at their two usual addresses. */
function Detected({ project }: { project: string }) {
  const mayWrite = useMayWrite(project)
  const found = useQuery({ ...roomQuery(project, 'room_provider_detect', {}), enabled: mayWrite })
  if (!mayWrite) return null
  return (
    <Section
      title="On this machine"
      more={
        <Button
          icon={Radar}
          small
          className="block-more"
          disabled={found.isFetching}
          onClick={() => void found.refetch()}
        >
          {found.isFetching ? 'Checking…' : 'Check again'}
        </Button>
      }
    >
      <Loaded query={found} label="services" lines={2}>
        {({ providers }) => (
          <ul className="stack">
            {providers.map(({ provider, baseUrl, models, reachable }) => (
              <li className="py-8 border-bottom" key={`${provider} ${baseUrl}`}>
                <p className="row wrap gap-y-4 gap-x-12 text-s">
                  <strong>{providerName(provider)}</strong>
                  <code className="muted">{safeText(baseUrl)}</code>
                  <span className={reachable ? 'mark-line tone-good push-end' : 'mark-line push-end'}>
                    {reachable ? <CircleCheck aria-hidden="true" /> : <CircleDashed aria-hidden="true" />}
                    {reachable ? formatCount(models.length, 'model') : 'not running'}
                  </span>
                </p>
                {models.length > 0 && (
                  <p className="flex wrap gap-y-4 gap-x-12 mt-4 soft text-xs break-anywhere">
                    {models.slice(0, 20).map(model => (
                      <code key={model}>{safeText(model)}</code>
                    ))}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className="field-help">Choose one of them, or a hosted service, on the page of an agent.</p>
    </Section>
  )
}
