import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { AgentRow } from '../../parts/room/agents/agent-row.tsx'
import { FoundEndpoints } from '../../parts/room/agents/found-endpoints.tsx'
import { NewAgent } from '../../parts/room/agents/new-agent.tsx'
import { RoomFault } from '../../parts/room/room-fault.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin } from '../../state/role.ts'
import { useRoomWrite } from '../../state/room/room-write.ts'
import { agentViews, rosterQuery } from '../../state/room/roster.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** The agents of the room, in the order in which they take turns. */
export function AgentsPage() {
  const project = useProject()
  const isAdmin = useIsAdmin(project)
  const roster = useQuery(rosterQuery(project))
  const [adding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const arrange = useRoomWrite(project, 'room_agent_arrange', {
    refresh: agentViews,
    announcement: () => 'The order is saved',
  })

  function move(ids: readonly string[], id: string, step: -1 | 1) {
    const at = ids.indexOf(id)
    const order = [...ids]
    order.splice(at, 1)
    order.splice(at + step, 0, id)
    arrange.mutate({ order })
  }

  return (
    <div className="page">
      <PageHead
        title="Agents"
        lead="They take turns in this order. An agent is never deleted, because receipts name it; switch it off instead."
        actions={
          isAdmin && (
            <Button icon={Plus} ref={opener} kind="primary" onClick={() => setAdding(true)}>
              New agent
            </Button>
          )
        }
      />
      <SettingsTabs />
      <Loaded query={roster} label="agents" lines={8}>
        {({ agents, warnings }) => {
          const ids = agents.map(({ id }) => id)
          return (
            <>
              {warnings.map(warning => (
                <p key={warning} className="note">
                  {warningWords(warning)}
                </p>
              ))}
              <FoundEndpoints project={project} agents={agents} />
              <RoomFault error={arrange.error} />
              <ol className="stack clipped border rounded-l bg-surface">
                {agents.map((agent, at) => (
                  <AgentRow
                    key={agent.id}
                    project={project}
                    agent={agent}
                    isAdmin={isAdmin}
                    onUp={at > 0 ? () => move(ids, agent.id, -1) : undefined}
                    onDown={at < agents.length - 1 ? () => move(ids, agent.id, 1) : undefined}
                    isBusy={arrange.isPending}
                  />
                ))}
              </ol>
            </>
          )
        }}
      </Loaded>
      <NewAgent project={project} open={adding} returnTo={opener} onClose={() => setAdding(false)} />
    </div>
  )
}

/** The only warning of the roster: `chief_required:<count>`. */
function warningWords(warning: string): string {
  const [code, count] = warning.split(':')
  if (code !== 'chief_required') return 'The roster has an unknown warning.'
  return count === '0'
    ? 'No Chief is switched on. Conferences need exactly one: switch one on below.'
    : 'More than one Chief is switched on. Conferences need exactly one: switch the others off.'
}
