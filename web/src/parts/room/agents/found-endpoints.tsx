import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldQuestion } from 'lucide-react'
import { roomQuery } from '../../../state/room/queries.ts'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  agents: readonly { id: string; name: string }[]
}

/** Lists agents whose endpoint came with the folder and waits for the owner's consent. */
export function FoundEndpoints({ project, agents }: Props) {
  const { data } = useQuery(roomQuery(project, 'room_endpoint_list', { limit: 500 }))
  const waiting = (data?.endpoints ?? []).filter(({ unconfirmed }) => unconfirmed)
  if (waiting.length === 0) return null
  return (
    <div className="note with-actions found-endpoints mb-10">
      <ShieldQuestion aria-hidden="true" />
      <span>
        These agents do not answer until the owner of this machine agrees to the endpoint that came with the folder. See
        what each would send where:{' '}
        {waiting.map(({ agentId }, at) => (
          <span key={agentId}>
            {at > 0 && ', '}
            <Link to="/p/$project/room/agents/$agent" params={{ project, agent: agentId }} className="text-link">
              {safeText(agents.find(({ id }) => id === agentId)?.name ?? agentId)}
            </Link>
          </span>
        ))}
        .
      </span>
    </div>
  )
}
