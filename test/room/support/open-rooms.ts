import { fileURLToPath } from 'node:url'
import type { Db } from '../../../src/db/db.ts'
import { openJobs } from '../../../src/jobs/jobs.ts'
import type { Rooms } from '../../../src/room/context.ts'
import type { RoomsSettings } from '../../../src/room/open-room.ts'
import type { Room } from '../../../src/room/room.ts'
import { openRooms } from '../../../src/room/rooms.ts'

const sample = fileURLToPath(new URL('../../../assets/room-sample', import.meta.url))

/** The rooms of a store as a program without settings opens them. Used in workers too, so it imports nothing of vitest. */
export function openTestRooms(db: Db, home: string, more: Partial<RoomsSettings> = {}): Rooms {
  const log = () => {}
  return openRooms({ db, clock: Date.now, log, jobs: openJobs(log), home, env: {}, providers: {}, sample, ...more })
}

/** The room of the default project in this folder, which gets the sample workspace when it is empty. */
export async function openSampleRoom(rooms: Rooms, root: string): Promise<Room> {
  const owner = { principal: 'local' }
  const { project } = await rooms.find(owner)
  return rooms.bind(project, owner, { path: root, sample: true })
}
