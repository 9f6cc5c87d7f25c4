import { useQuery } from '@tanstack/react-query'
import { ConferenceRow } from '../../parts/room/conference/conference-row.tsx'
import { NewConference } from '../../parts/room/conference/new-conference.tsx'
import { useProject } from '../../state/addresses.ts'
import { useMayWrite } from '../../state/role.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

const refreshMs = 5000

/** All conferences of the room, and the form for a new one. */
export function ConferencesPage() {
  const project = useProject()
  const mayWrite = useMayWrite(project)
  const list = useQuery({
    ...roomQuery(project, 'room_conference_list', {}),
    refetchInterval: ({ state }) =>
      state.data?.conferences.some(({ activeRoundId }) => activeRoundId !== null) ? refreshMs : false,
  })
  return (
    <div className="page">
      <PageHead
        title="Conferences"
        lead="One question to all agents: the Chief gathers what the files say, then each answers with evidence or abstains."
      />
      <Loaded query={list} label="conferences" lines={6}>
        {({ conferences, nextCursor }) => (
          <>
            {mayWrite && <NewConference project={project} isFirst={conferences.length === 0} />}
            {conferences.length > 0 && (
              <Section title="All conferences" count={`${conferences.length}${nextCursor === null ? '' : '+'}`}>
                <ul className="divided">
                  {conferences.map(conference => (
                    <ConferenceRow key={conference.id} project={project} conference={conference} />
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
