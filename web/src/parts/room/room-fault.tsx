import { withFields } from '../../state/room/room-write.ts'
import { FaultView } from '../../ui/fault-view.tsx'

/** A refusal of the room with the fields it names; nothing without one. */
export function RoomFault({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return error ? <FaultView error={withFields(error)} onRetry={onRetry} /> : null
}
