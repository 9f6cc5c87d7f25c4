import { CircleStop, Play } from 'lucide-react'
import type { RunRecord } from '../../../../../src/room/runs/run-store.ts'
import { useMayWrite } from '../../../state/role.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { isGoing, runWords } from '../../../state/room/run-words.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  id: string
  status: RunRecord['status']
}

export function RunActions({ project, id, status }: Props) {
  const mayWrite = useMayWrite(project)
  const refresh = ['room_run_show', 'room_run_steps', 'room_run_list'] as const
  const cancel = useRoomWrite(project, 'room_run_cancel', {
    refresh,
    said: ({ status }) => `The run: ${runWords[status].toLowerCase()}`,
  })
  const resume = useRoomWrite(project, 'room_run_resume', { refresh, said: () => 'The run goes on' })
  if (!mayWrite || status === 'done') return null
  return (
    <div className="page-actions">
      <RoomFault error={cancel.error ?? resume.error} />
      {isGoing(status) ? (
        <button type="button" className="button" disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          <CircleStop aria-hidden="true" /> {cancel.isPending ? 'Stopping…' : 'Cancel the run'}
        </button>
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={resume.isPending}
          onClick={() => resume.mutate({ id })}
        >
          <Play aria-hidden="true" /> Resume
        </button>
      )}
    </div>
  )
}
