import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { roleNamed } from '../../../../src/room/agents/roles.ts'
import { AgentCharter } from '../../parts/room/agents/agent-charter.tsx'
import { AgentMemory } from '../../parts/room/agents/agent-memory.tsx'
import { EndpointForm } from '../../parts/room/agents/endpoint-form.tsx'
import { RoleCharter } from '../../parts/room/agents/role-charter.tsx'
import { TierAndCredits } from '../../parts/room/agents/tier-and-credits.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin, useIsOwner } from '../../state/role.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { agentQuery } from '../../state/room/roster.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** One agent: its model, instructions, tools, standing and memory. */
export function AgentPage() {
  const project = useProject()
  const id = useParams({ strict: false }).agent ?? ''
  const isAdmin = useIsAdmin(project)
  const isOwner = useIsOwner(project)
  const agent = useQuery(agentQuery(project, id))
  const endpoints = useQuery(roomQuery(project, 'room_endpoint_list', { limit: 500 }))
  return (
    <div className="page">
      <p className="mb-10 text-s">
        <Link to="/p/$project/room/agents" params={{ project }} className="text-link inline-row gap-6">
          <ArrowLeft aria-hidden="true" /> Agents
        </Link>
      </p>
      <Loaded query={agent} label="the agent" lines={8}>
        {shown => (
          <>
            <PageHead
              title={safeText(shown.name)}
              lead={
                <>
                  {roleNamed(shown.role).label !== shown.name && `${safeText(roleNamed(shown.role).label)} · `}
                  <code>{shown.id}</code>
                  {!shown.enabled && ' · switched off'}
                </>
              }
            />
            <div className="split">
              <div>
                <Loaded query={endpoints} label="the endpoint" lines={4}>
                  {({ endpoints: all, providers }) => (
                    <EndpointForm
                      project={project}
                      id={id}
                      view={all.find(({ agentId }) => agentId === id)}
                      providers={providers}
                      isAdmin={isAdmin}
                      isOwner={isOwner}
                    />
                  )}
                </Loaded>
                <AgentCharter key={shown.updatedAt} project={project} agent={shown} isAdmin={isAdmin} />
                <RoleCharter project={project} role={shown.roleKey} isAdmin={isAdmin} />
              </div>
              <aside aria-label="Tier, credits and memory">
                <TierAndCredits project={project} id={id} />
                <AgentMemory project={project} id={id} />
              </aside>
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
