import { LockBusy } from '../files/lock.ts'
import type { RunningJob } from '../jobs/jobs.ts'
import { type FixedFaultCode, roomFault } from './faults.ts'
import type { Room } from './room.ts'

interface RoomJob<T> {
  id: string
  /** Held while any process works on it. */
  lock: string
  waitMs: number
  /** What the caller is refused with when another process holds the lock. */
  busy: FixedFaultCode
  work(job: RunningJob<T>): Promise<void>
}

/** Starts long work on a workspace; when the program ends, it is left to the next process that opens the room. */
export async function startJob<T>({ jobs }: Room, { id, lock, waitMs, busy, work }: RoomJob<T>): Promise<T> {
  try {
    return await jobs.start<T>({ id, atExit: 'leave', work: job => job.hold(lock, waitMs, () => work(job)) })
  } catch (error) {
    throw error instanceof LockBusy ? roomFault(busy) : error
  }
}
