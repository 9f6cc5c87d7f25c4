import { useMutation } from '@tanstack/react-query'
import { CircleStop, Play } from 'lucide-react'
import { callRoom } from '../../../api.ts'
import type { Output } from '../../../operations.ts'
import { useMayWrite } from '../../../state/role.ts'
import { refreshRoom } from '../../../state/room/queries.ts'
import type { ConferenceProgress } from '../../../state/room/round-progress.ts'
import { Button } from '../../../ui/button.tsx'
import { FaultView } from '../../../ui/fault-view.tsx'
import { TurnProgressLine } from '../turn-progress.tsx'

interface Props {
  project: string
  conference: Output<'room_conference_show'>
  progress: ConferenceProgress
}

/** The open round: whose turn it is, and the buttons to cancel or continue it. */
export function ActiveRound({ project, conference, progress }: Props) {
  const { id, activeRound: round, cards } = conference
  const mayWrite = useMayWrite(project)
  const n = round?.number ?? 0
  const refresh = () => refreshRoom(project, 'room_conference_show', 'room_round_list', 'room_conference_transcript')
  const cancel = useMutation({
    mutationFn: () => callRoom(project, 'room_round_cancel', { id, n }),
    onSettled: refresh,
  })
  const resume = useMutation({
    mutationFn: () => callRoom(project, 'room_round_resume', { id, n }),
    onSettled: refresh,
  })
  const close = useMutation({
    mutationFn: () => callRoom(project, 'room_round_close', { id, n }),
    onSettled: refresh,
  })
  if (!round) return null
  const { turn } = progress
  const name = cards.find(({ agentId }) => agentId === (turn?.agentId ?? conference.chiefId))?.name ?? 'The Chief'
  const running = turn?.tools.find(({ receiptId }) => receiptId === undefined)?.toolId
  const isEnding = round.state === 'canceling' || cancel.isPending
  const error = cancel.error ?? resume.error ?? close.error
  return (
    <div className="row wrap gap-y-8 gap-x-16 mt-12 py-8 px-12 border rounded-l bg-surface text-s">
      {round.state === 'interrupted' ? (
        <p>The round was interrupted. Everything so far is kept.</p>
      ) : round.drive === 'client' ? (
        <p>This round is run by another client, turn by turn.</p>
      ) : (
        <TurnProgressLine name={name} turn={turn ?? {}} tool={running} isEnding={isEnding} />
      )}
      {mayWrite && (
        <div className="flex wrap gap-8">
          {round.state === 'interrupted' && (
            <Button icon={Play} kind="primary" disabled={resume.isPending} onClick={() => resume.mutate()}>
              Resume the round
            </Button>
          )}
          {round.drive === 'client' && (
            <Button disabled={close.isPending} onClick={() => close.mutate()}>
              Close the round
            </Button>
          )}
          <Button icon={CircleStop} disabled={isEnding} onClick={() => cancel.mutate()}>
            Cancel the round
          </Button>
        </div>
      )}
      {error && <FaultView error={error} />}
    </div>
  )
}
