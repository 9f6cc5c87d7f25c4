import { Link } from '@tanstack/react-router'
import { Crown } from 'lucide-react'
import type { Output } from '../../../operations.ts'
import { safeText } from '../../transcript/safe-text.ts'
import { SpeakerMark } from '../speaker-mark.tsx'

type Agent = Output<'room_status_show'>['agents'][number]

interface Props {
  project: string
  agents: readonly Agent[]
  chief: string | null
}

/** The agents, and the model that answers for each at present. */
export function RoomAgents({ project, agents, chief }: Props) {
  return (
    <section className="block" aria-labelledby="room-agents">
      <header className="block-head">
        <h2 id="room-agents">Agents</h2>
        <span className="block-count tabular">{agents.length}</span>
        <Link to="/p/$project/room/agents" params={{ project }} className="block-more text-link">
          Set up
        </Link>
      </header>
      <ul className="home-agents">
        {agents.map(({ id, name, role, enabled, status, provider, model }) => (
          <li key={id} className={enabled ? undefined : 'off'}>
            <span className="home-agent-name">
              <strong className="truncate">{safeText(name)}</strong>
              {id === chief && (
                <span className="home-chief">
                  <Crown aria-hidden="true" /> Chief
                </span>
              )}
              {!enabled && <span className="tag">off</span>}
            </span>
            <span className="home-agent-role truncate">
              {safeText(role)}
              {status !== 'builtin' && `, ${safeText(provider)}${model === null ? '' : ` ${safeText(model)}`}`}
            </span>
            <SpeakerMark status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
