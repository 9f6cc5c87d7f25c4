import { onTestFinished, TestRunner } from 'vitest'
import type { Db } from '../../../src/db/db.ts'
import { openDb } from '../../../src/db/open.ts'
import type { Agent } from '../../../src/room/agents/registry.ts'
import type { RoomContext } from '../../../src/room/context.ts'
import { mintId } from '../../../src/room/ids.ts'
import type { SchemaProfile } from '../../../src/room/protocol/response-schema.ts'
import { type ScriptedModel, scriptedModel } from '../../../src/room/providers/scripted-model.ts'
import type { Room } from '../../../src/room/room.ts'
import { runTurn } from '../../../src/room/turns/run-turn.ts'
import type { TurnEvent, TurnOutcome, TurnSpec, TurnWatch } from '../../../src/room/turns/turn.ts'
import { createEmptyStore } from '../../support/engines.ts'
import { tempHome } from '../../support/tempdir.ts'
import { openSampleRoom, openTestRooms } from './open-rooms.ts'

export interface OpenedRoom {
  room: Room
  /** The folder of its workspace. */
  root: string
  /** Milliseconds to add to what the machine's clock says. */
  time: { ahead: number }
  /** From now on this agent says these replies, in order; all others are the built-in responder. */
  script(agentId: string, replies: readonly string[], profile?: SchemaProfile): ScriptedModel
  agent(id: string): Promise<Agent>
  /** A whole turn of kind `tools` in a chat of its own, unless `more` says otherwise. */
  turn(agentId: string, message: string, more?: Partial<TurnSpec>, watch?: TurnWatch): Promise<PlayedTurn>
  /** For calling the `run` of an operation. */
  context(call?: Partial<RoomContext['call']>): RoomContext
  close(): Promise<void>
}

export interface PlayedTurn extends TurnOutcome {
  spec: TurnSpec
  events: TurnEvent[]
}

/** A real room: the sample workspace in a folder of its own, a real store, audit, turn queue, issues and the default roster. */
export async function openTestRoom({
  engine = 'sqlite' as 'sqlite' | 'postgres',
  at = undefined as { root: string; db: Db } | undefined,
  home = tempHome(),
  changed = {} as Partial<Room>,
} = {}): Promise<OpenedRoom> {
  const store = at ? undefined : await createEmptyStore(engine)
  const db = at?.db ?? (await openDb({ location: store?.location ?? '' }))
  const root = at?.root ?? tempHome()
  const time = { ahead: 0 }
  const clock = () => Date.now() + time.ahead
  const log = () => {}
  const rooms = openTestRooms(db, home, { clock, log })
  const opened = await openSampleRoom(rooms, root)
  const scripts = new Map<string, ScriptedModel>()
  const room: Room = {
    ...opened,
    agentModels: { ...opened.agentModels, of: async agent => scripts.get(agent.id) ?? opened.agentModels.of(agent) },
    ...changed,
  }
  const close = async () => {
    await rooms.close()
    if (at) return
    await db.close()
    await store?.drop()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)

  async function agent(id: string): Promise<Agent> {
    const found = (await room.agents.read()).agents.find(each => each.id === id)
    if (!found) throw new Error(`There is no agent ${id}.`)
    return found
  }

  return {
    room,
    root,
    time,
    script(agentId, replies, profile) {
      const model = scriptedModel(replies, profile && { profile })
      scripts.set(agentId, model)
      return model
    },
    agent,
    async turn(agentId, message, more = {}, watch = {}) {
      const spec: TurnSpec = {
        kind: 'tools',
        surface: 'chat',
        sessionId: mintId('chat', room.random),
        turnId: mintId('turn', room.random),
        agent: await agent(agentId),
        message,
        ...more,
      }
      const events: TurnEvent[] = []
      const onEvent = (event: TurnEvent) => {
        events.push(event)
        watch.onEvent?.(event)
      }
      return { ...(await runTurn(room, spec, { ...watch, onEvent })), spec, events }
    },
    context: (call = {}) => ({
      call: { principal: 'local', ...call },
      db,
      clock,
      log,
      rooms: { ...rooms, of: async () => room },
    }),
    close,
  }
}
