import type { Db } from '../db/db.ts'
import type { Call } from '../kernel/call.ts'
import type { Clock } from '../kernel/instants.ts'
import { operationsOf } from '../kernel/operation.ts'
import type { Role } from '../projects/roles.ts'
import { asRefusal } from './failure.ts'
import type { Room } from './room.ts'

/** What the operations of this part are given. */
export interface RoomContext {
  call: Call
  db: Db
  clock: Clock
  log: (line: string) => void
  rooms: Rooms
}

/** The rooms this process has opened. */
export interface Rooms {
  /** The room of the project the call is about, for somebody with at least this role in it. */
  of(call: Call, needed: Role): Promise<Room>
  /** Gives the project a workspace: a folder that is one, or becomes one. Without a path, one below the program's home. */
  bind(call: Call, workspace: { path?: string | undefined; name?: string | undefined; sample?: boolean }): Promise<Room>
  /** Opens all of them, so that what a killed process left is taken up without anybody asking. */
  takeUp(): Promise<void>
  close(): Promise<void>
}

const declare = operationsOf<RoomContext>('room')

/** Declares an operation of the room; what its stores and locks throw reaches callers as a refusal with a name. */
export const roomOperation: typeof declare = declared =>
  declare({
    ...declared,
    run: (input, ctx) =>
      declared.run(input, ctx).catch((error: unknown) => {
        throw asRefusal(error)
      }),
  })

/** For server instructions: what an agent should know before its first call. */
export const roomInstructions = [
  'Room keeps answers about a workspace of texts grounded.',
  'Its nine tools only read, and every run leaves a signed receipt.',
  'Cite receipt_id in exactly one Evidence line and try the reply with room_check_reply before you give it.',
].join(' ')
