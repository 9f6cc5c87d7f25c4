import '../../parts/room/talk.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Ago } from '../../parts/ago.tsx'
import { ActiveRound } from '../../parts/room/conference/active-round.tsx'
import { AgentCard } from '../../parts/room/conference/agent-card.tsx'
import { ConferenceActions } from '../../parts/room/conference/conference-actions.tsx'
import { RoundStart } from '../../parts/room/conference/round-start.tsx'
import { RoundView } from '../../parts/room/conference/round-view.tsx'
import { AuditNote } from '../../parts/room/home/room-notes.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useMayWrite } from '../../state/role.ts'
import { useConferenceAnnouncements } from '../../state/room/card-announcements.ts'
import { useConferenceEvents } from '../../state/room/conference-events.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { useStayAtEnd } from '../../state/room/stay-at-end.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

const none: never[] = []

/** A conference: its attendees and their status, all rounds as one chat, and the next question. */
export function ConferencePage() {
  const project = useProject()
  const id = useParams({ strict: false }).conference ?? ''
  const mayWrite = useMayWrite(project)
  const progress = useConferenceEvents(project, id)
  const show = useQuery(roomQuery(project, 'room_conference_show', { id }))
  const audit = useQuery(roomQuery(project, 'room_status_show', {})).data?.audit.status
  const rounds = useQuery(roomQuery(project, 'room_round_list', { id })).data?.rounds ?? none
  const transcript = useQuery(roomQuery(project, 'room_conference_transcript', { id })).data
  const messages = transcript?.messages ?? none
  useConferenceAnnouncements(show.data?.cards ?? none, rounds)
  useStayAtEnd(show.data && transcript && `${messages.length} ${show.data.activeRoundId}`, 'beginning')
  return (
    <div className="page wide talk-page">
      <Link
        to="/p/$project/room/conferences"
        params={{ project }}
        className="underlined inline-row gap-6 mb-10 muted text-xs"
      >
        <ArrowLeft aria-hidden="true" /> Conferences
      </Link>
      <Loaded query={show} label="the conference" lines={8}>
        {conference => (
          <>
            <PageHead
              title={safeText(conference.agenda) || 'Conference'}
              lead={
                <>
                  {conference.state === 'closed' ? 'Closed, ' : ''}
                  {formatCount(conference.roundCount, 'round')}, opened <Ago time={conference.createdAt} />
                </>
              }
              actions={mayWrite && <ConferenceActions project={project} conference={conference} />}
            />
            {audit && <AuditNote project={project} audit={audit} />}
            <div className="conference stack items-start">
              <aside aria-label="Who takes part">
                <ul className="agent-cards stack gap-8">
                  {conference.cards.map(card => (
                    <AgentCard
                      key={card.agentId}
                      project={project}
                      conference={id}
                      card={card}
                      isOpen={conference.state === 'open'}
                    />
                  ))}
                </ul>
              </aside>
              <div className="conference-talk min-w-0">
                {rounds.length === 0 && (
                  <p className="mb-12 soft pretty">
                    No question yet. The Chief looks things up with tools first; then each agent answers from their
                    role, and only what their evidence proves is shown.
                  </p>
                )}
                {rounds.map(round => (
                  <RoundView
                    key={round.roundId}
                    project={project}
                    round={round}
                    messages={messages.filter(({ roundId }) => roundId === round.roundId)}
                    progress={progress}
                  />
                ))}
                <ActiveRound project={project} conference={conference} progress={progress} />
                {conference.state === 'open' && mayWrite && (
                  <RoundStart project={project} conference={conference} asked={rounds.map(({ prompt }) => prompt)} />
                )}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
