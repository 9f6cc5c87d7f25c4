import type { EventLog } from '../../jobs/follow.ts'
import type { Room } from '../room.ts'
import { isGoing } from './drive.ts'
import { isRunId, runFiles } from './run-store.ts'

/** What happens in a run, to be followed from anywhere. */
export function runEvents(room: Pick<Room, 'control' | 'clock'>, runId: string): EventLog {
  const files = isRunId(runId) ? runFiles(room, runId) : undefined
  const read = async () => files && (await files.run.read())
  return {
    isKnown: async () => (await read()) !== undefined,
    async after(seq) {
      const events = (await files?.events.read()) ?? []
      return events
        .filter(event => event.seq > seq)
        .map(event => ({ seq: event.seq, type: event.type, data: { run_id: runId, ...event } }))
    },
    async isOver() {
      const run = await read()
      return run === undefined || !isGoing(run)
    },
  }
}
