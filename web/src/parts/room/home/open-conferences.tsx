import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roomQuery } from '../../../state/room/queries.ts'
import { Loaded } from '../../loaded.tsx'
import { ConferenceRow } from '../conference/conference-row.tsx'

/** The conferences that are not closed. */
export function OpenConferences({ project }: { project: string }) {
  const query = useQuery({ ...roomQuery(project, 'room_conference_list', {}), refetchInterval: 5000 })
  return (
    <section className="block" aria-labelledby="room-conferences">
      <header className="block-head">
        <h2 id="room-conferences">Open conferences</h2>
        <Link to="/p/$project/room/conferences" params={{ project }} className="block-more text-link">
          All conferences
        </Link>
      </header>
      <Loaded query={query} label="the conferences" lines={2}>
        {({ conferences }) => {
          const open = conferences.filter(({ state }) => state === 'open')
          if (open.length === 0)
            return (
              <p className="block-none">None. In a conference all agents answer one question, one after the other.</p>
            )
          return (
            <ul className="talk-rows">
              {open.map(conference => (
                <ConferenceRow key={conference.id} project={project} conference={conference} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
