import { resumeBuild } from './canon/build.ts'
import { canonFiles } from './canon/files.ts'
import { canonStatus } from './canon/status.ts'
import { endAbandonedRows } from './chats/interrupted.ts'
import { recoverConferences } from './conference/recover.ts'
import { notices, notify } from './notifications/notify.ts'
import type { Room } from './room.ts'
import { markInterruptedRuns } from './runs/lifecycle.ts'

/** What processes that are gone left unfinished: runs are told so, rounds and a build of the canon index go on. */
export async function resumeJobs(room: Room): Promise<void> {
  try {
    await endAbandonedRows(room)
    await recoverConferences(room)
    await markInterruptedRuns(room)
    await resumeBuild(room)
    if (await canonFiles(room).meta.read()) await notifyWhenStale(room)
  } catch (error) {
    // A file that cannot be read is reported by whoever asks for it; the room opens all the same.
    room.log(`room jobs: not taken up (${error instanceof Error ? error.name : 'unknown'})`)
  }
}

/** Reading all cards takes its time, and nobody who opens a room waits for that. */
function notifyWhenStale(room: Room): Promise<void> {
  return room.jobs.start({
    id: `canon age ${room.control}`,
    atExit: 'leave',
    async work({ answer }) {
      answer(undefined)
      const { status, stale } = await canonStatus(room)
      if (status === 'stale') await notify(room, notices.canonStale(stale.length))
    },
  })
}
