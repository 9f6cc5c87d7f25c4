import type { z } from 'zod'
import type { Db } from '../db/db.ts'
import type { ProjectRow } from '../db/tables.ts'
import { LockBusy } from '../files/lock.ts'
import type { Call } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import type { Clock } from '../kernel/instants.ts'
import { type Access, operationsOf } from '../kernel/operation.ts'
import type { InProject } from '../projects/store.ts'
import { roomFault } from './faults.ts'
import { findProjectOf } from './find-project.ts'
import type { Room } from './room.ts'
import { StoreCorrupt } from './store/json-store.ts'
import { QueueFull } from './turns/turn-queue.ts'
import type { Template } from './workspace/template.ts'

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
  /** The project whose room the call is about, and what the caller is in it. */
  find(call: Call): Promise<InProject>
  /** The room of a project; a refusal where it has none. */
  of(project: Pick<ProjectRow, 'id'>): Promise<Room>
  /** Gives a project a workspace: a folder that is one, or becomes one. Without a path, one below the program's home. */
  bind(project: ProjectRow, call: Call, workspace: WorkspaceWanted): Promise<Room>
  /** Closes the room of a project that is about to go. */
  forget(project: string): Promise<void>
  /** Opens all of them, so that what a killed process left goes on without a call. */
  openAll(): Promise<void>
  close(): Promise<void>
}

interface WorkspaceWanted {
  path?: string | undefined
  name?: string | undefined
  sample?: boolean
  template?: Template | undefined
}

const declare = operationsOf<RoomContext, InProject>('room')

type Declared<I extends z.ZodObject, O extends z.ZodObject, N extends string, Ctx> = Omit<
  Parameters<typeof declare<I, O, N>>[0],
  'find' | 'run'
> & { run(input: z.output<I>, ctx: RoomContext & InProject & Ctx): Promise<z.input<O>> }
type DeclaredInRoom<I extends z.ZodObject, O extends z.ZodObject, N extends string> = Declared<I, O, N, { room: Room }>

/** Declares an operation on a project that need not have a room yet. */
export function projectOperation<I extends z.ZodObject, O extends z.ZodObject, N extends string>(
  declared: Declared<I, O, N, object>,
) {
  return declare<I, O, N>({
    ...declared,
    find: (_, { db, call }) => findProjectOf(db, call),
    run: refusing(declared.run),
  })
}

/** Declares an operation on the room of a project, which is opened for it. Agents see it over MCP. */
export function roomOperation<I extends z.ZodObject, O extends z.ZodObject, N extends string>(
  declared: DeclaredInRoom<I, O, N>,
) {
  return declare<I, O, N>({
    ...declared,
    find: (_, { rooms, call }) => rooms.find(call),
    run: refusing(async (input, ctx) => declared.run(input, { ...ctx, room: await ctx.rooms.of(ctx.project) })),
  })
}

/** Declares what people look up in a room: it only reads, and every member may call it unless `access` says otherwise. */
export function roomQuery<I extends z.ZodObject, O extends z.ZodObject, N extends string>(
  declared: Omit<DeclaredInRoom<I, O, N>, 'effect' | 'access' | 'audience'> & { access?: Access },
) {
  return roomOperation<I, O, N>({ access: 'reader', ...declared, effect: 'read', audience: 'people' })
}

/** Declares what people do in a room. */
export function roomCommand<I extends z.ZodObject, O extends z.ZodObject, N extends string>(
  declared: Omit<DeclaredInRoom<I, O, N>, 'audience'>,
) {
  return roomOperation<I, O, N>({ ...declared, audience: 'people' })
}

/** What stores, locks and the queue throw reaches callers as a refusal with a code. */
function refusing<I, C, O>(run: (input: I, ctx: C) => Promise<O>): (input: I, ctx: C) => Promise<O> {
  return (input, ctx) =>
    run(input, ctx).catch((error: unknown) => {
      throw asRefusal(error)
    })
}

function asRefusal(error: unknown): unknown {
  if (error instanceof StoreCorrupt) return roomFault('store_corrupt', { file: error.file })
  if (error instanceof QueueFull) return roomFault('queue_full')
  if (error instanceof LockBusy) return new Fault('BUSY', 'Another process is writing this. Try again in a moment.')
  return error
}
