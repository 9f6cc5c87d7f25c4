import type { Db } from '../db/db.ts'
import type { Rooms } from './context.ts'
import { hasWorkspaces } from './workspace-rows.ts'

/** Loads the code of rooms with the first call that needs one: a chat that uses another part does not wait for it. */
export function roomsLater({ db, home }: { db: Db; home: string }, open: () => Promise<Rooms>): Rooms {
  let opened: Promise<Rooms> | undefined
  const rooms = () => {
    opened ??= open()
    return opened
  }
  return {
    async find(call) {
      const { findRoomOf } = await import('./find-project.ts')
      return findRoomOf({ db, home }, call)
    },
    of: async project => (await rooms()).of(project),
    bind: async (project, call, workspace) => (await rooms()).bind(project, call, workspace),
    async forget(project) {
      if (opened) await (await opened).forget(project)
    },
    async openAll() {
      if (await db.read(hasWorkspaces)) await (await rooms()).openAll()
    },
    async close() {
      if (opened) await (await opened).close()
    },
  }
}
