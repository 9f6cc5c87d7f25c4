import { useQuery } from '@tanstack/react-query'
import { Hourglass, Play } from 'lucide-react'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  /** Names of agents by id. */
  names: ReadonlyMap<string, string>
}

/** The running turn, and the turns that wait. */
export function TurnQueue({ project, names }: Props) {
  const query = useQuery({ ...roomQuery(project, 'room_queue', {}), refetchInterval: 2000 })
  const nameOf = (agent: string) => safeText(names.get(agent) ?? agent)
  return (
    <Section title="Queue">
      <Loaded query={query} label="the queue" lines={2}>
        {({ holder, waiting }) =>
          holder === null && waiting.length === 0 ? (
            <p className="block-none">No turns running or queued.</p>
          ) : (
            <ol className="divided">
              {holder && (
                <li className="stack gap-2 py-8 text-s">
                  <span className="gap-8 inline-row">
                    <Play aria-hidden="true" /> {nameOf(holder.agentId)} is answering
                  </span>
                  <span className="soft text-xs">
                    since <Ago time={holder.since} />
                  </span>
                </li>
              )}
              {waiting.map(({ turnId, agentId, position, enqueuedAt }) => (
                <li key={turnId} className="stack gap-2 py-8 text-s">
                  <span className="gap-8 inline-row">
                    <Hourglass aria-hidden="true" /> {nameOf(agentId)} is waiting
                  </span>
                  <span className="soft text-xs">
                    position {position}, <Ago time={enqueuedAt} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  )
}
