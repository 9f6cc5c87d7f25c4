import { CircleStop, Hammer, RotateCcw } from 'lucide-react'
import type { Output } from '../../../operations.ts'
import { useMayWrite } from '../../../state/role.ts'
import { useRoomWrite } from '../../../state/room/room-write.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  status: Output<'room_canon_status'> | undefined
}

/** Starts, cancels and repeats builds of the index. */
export function CanonActions({ project, status }: Props) {
  const mayWrite = useMayWrite(project)
  const build = useRoomWrite(project, 'room_canon_build', { refresh: ['room_canon_status', 'room_file_show'] })
  const cancel = useRoomWrite(project, 'room_canon_cancel', { refresh: ['room_canon_status'] })
  const retry = useRoomWrite(project, 'room_canon_retry', { refresh: ['room_canon_status', 'room_file_show'] })
  if (!mayWrite || !status) return null
  const isBusy = build.isPending || retry.isPending
  const hasRemarks = (status.job?.failures ?? 0) + (status.job?.fallbacks ?? 0) > 0
  if (status.status === 'building') {
    return (
      <button type="button" className="button" disabled={cancel.isPending} onClick={() => cancel.mutate({})}>
        <CircleStop aria-hidden="true" /> Cancel the build
      </button>
    )
  }
  return (
    <>
      <RoomFault error={build.error ?? retry.error ?? cancel.error} />
      {hasRemarks && (
        <button type="button" className="button" disabled={isBusy} onClick={() => retry.mutate({})}>
          <RotateCcw aria-hidden="true" /> Read the odd ones again
        </button>
      )}
      {status.indexed && (
        <button type="button" className="button" disabled={isBusy} onClick={() => build.mutate({ full: true })}>
          Read all cards again
        </button>
      )}
      <button type="button" className="button primary" disabled={isBusy} onClick={() => build.mutate({})}>
        <Hammer aria-hidden="true" /> Build the index
      </button>
    </>
  )
}
