import { useQuery } from '@tanstack/react-query'
import { roomQuery } from '../../../state/room/queries.ts'
import { counted } from '../../../state/words.ts'
import { Ago } from '../../ago.tsx'
import { Loaded } from '../../loaded.tsx'
import { safeText } from '../../transcript/safe-text.ts'

/** The conferences that are not closed yet. */
export function OpenConferences({ project }: { project: string }) {
  const query = useQuery({ ...roomQuery(project, 'room_conference_list', {}), refetchInterval: 5000 })
  return (
    <section className="block" aria-labelledby="room-conferences">
      <header className="block-head">
        <h2 id="room-conferences">Open conferences</h2>
      </header>
      <Loaded query={query} label="the conferences" lines={2}>
        {({ conferences }) => {
          const open = conferences.filter(({ state }) => state === 'open')
          if (open.length === 0)
            return <p className="block-none">None. In a conference all agents answer one question in turn.</p>
          return (
            <ul className="home-rows">
              {open.map(({ id, agenda, roundCount, activeRoundId, updatedAt }) => (
                <li key={id}>
                  <span className="truncate">{safeText(agenda) || safeText(id)}</span>
                  <span className="home-row-facts">
                    {activeRoundId === null ? counted(roundCount, 'round') : 'a round is running'},{' '}
                    <Ago time={updatedAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
