import '../talk.css'
import { useMutation } from '@tanstack/react-query'
import { CircleDot, DoorClosed, UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { callRoom } from '../../../api.ts'
import type { Output } from '../../../operations.ts'
import { announce } from '../../../state/announce.ts'
import { refreshRoom } from '../../../state/room/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { faultText } from '../../../ui/fault-words.ts'
import { IssueLink } from '../issue-link.tsx'
import { InviteDialog } from './invite-dialog.tsx'

interface Props {
  project: string
  conference: Output<'room_conference_show'>
}

/** Actions on the whole conference. */
export function ConferenceActions({ project, conference }: Props) {
  const { id, state, attendees, roundCount, activeRound } = conference
  const [inviting, setInviting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const refresh = () => refreshRoom(project, 'room_conference_show', 'room_conference_list')
  const attend = useMutation({
    mutationFn: (wanted: readonly string[]) => setAttendees(project, conference, wanted),
    onSuccess: () => setInviting(false),
    onSettled: refresh,
  })
  const save = useMutation({
    mutationFn: () => callRoom(project, 'room_conference_save_issue', { id }),
    onSuccess: ({ issueId }) => announce(`The conference is saved as issue #${issueId}`),
    onError: error => announce(faultText(error), 'alert'),
  })
  const close = useMutation({
    mutationFn: () => callRoom(project, 'room_conference_close', { id }),
    onSuccess: () => announce('The conference is closed; its rounds stay'),
    onError: error => announce(faultText(error), 'alert'),
    onSettled: refresh,
  })
  return (
    <>
      {state === 'open' && (
        <Button icon={UsersRound} ref={opener} onClick={() => setInviting(true)}>
          Attendees…
        </Button>
      )}
      {save.data ? (
        <IssueLink project={project} issue={save.data.issueId} />
      ) : (
        // A single round is an issue already.
        roundCount > 1 && (
          <Button icon={CircleDot} disabled={save.isPending || roundCount === 0} onClick={() => save.mutate()}>
            Save as issue
          </Button>
        )
      )}
      {state === 'open' && (
        <Button icon={DoorClosed} disabled={close.isPending || activeRound !== null} onClick={() => close.mutate()}>
          Close conference
        </Button>
      )}
      <InviteDialog
        project={project}
        open={inviting}
        returnTo={opener}
        title="Attendees"
        lead="Changes apply from the next turn that has not started."
        verb="Done"
        invited={attendees.map(({ agentId }) => agentId)}
        onClose={() => {
          setInviting(false)
          attend.reset()
        }}
        onDone={wanted => attend.mutate(wanted)}
        isBusy={attend.isPending}
        error={attend.error}
      />
    </>
  )
}

async function setAttendees(
  project: string,
  { id, attendees, chiefId }: Props['conference'],
  wanted: readonly string[],
): Promise<void> {
  const there = attendees.map(({ agentId }) => agentId)
  for (const agentId of wanted.filter(each => !there.includes(each))) {
    await callRoom(project, 'room_attendee_invite', { id, agentId })
  }
  for (const agentId of there.filter(each => !wanted.includes(each) && each !== chiefId)) {
    await callRoom(project, 'room_attendee_remove', { id, agentId })
  }
}
