// A process of its own in a room: plays turns with scripted models and reports what happens.
import { openDb } from '../../src/db/open.ts'
import { chatTurn } from '../../src/room/chats/chat-turn.ts'
import type { ChatRequest } from '../../src/room/chats/request.ts'
import { mintId } from '../../src/room/ids.ts'
import { scriptedModel } from '../../src/room/providers/scripted-model.ts'
import type { Room } from '../../src/room/room.ts'
import { runTurn } from '../../src/room/turns/run-turn.ts'
import { openTestRooms } from '../room/support/open-rooms.ts'
import { say, takeCommands } from './commands.ts'

export type Command =
  | { do: 'open'; location: string; home: string }
  | { do: 'chat'; request: ChatRequest; replies: string[] }
  /** So many raw turns at once. */
  | { do: 'turns'; count: number }

let room: Room | undefined
void takeCommands<Command>(async command => {
  try {
    await obey(command)
  } catch (error) {
    await say({ failed: error instanceof Error ? error.message : String(error) })
  }
})

async function obey(command: Command): Promise<void> {
  if (command.do === 'open') {
    const { location, home } = command
    const db = await openDb({ location })
    const rooms = openTestRooms(db, home)
    room = await rooms.of((await rooms.find({ principal: 'local' })).project)
    return say({ opened: true })
  }
  if (!room) throw new Error('No room is open.')
  if (command.do === 'turns') return playTurns(room, command.count)
  const model = scriptedModel(command.replies)
  const scripted: Room = { ...room, agentModels: { ...room.agentModels, of: async () => model } }
  await say({ answer: await chatTurn(scripted, { principal: 'local', onEvent: say }, command.request) })
}

async function playTurns(room: Room, count: number): Promise<void> {
  const agent = (await room.agents.read()).agents.find(({ id }) => id === 'critic')
  if (!agent) throw new Error('There is no critic.')
  await Promise.all(
    Array.from({ length: count }, async () => {
      const turnId = mintId('turn', room.random)
      const model = scriptedModel(['{{sleep:5}}Done.'])
      const reporting = { ...model, complete: reportCalls(room, turnId, model.complete) }
      const scripted: Room = { ...room, agentModels: { ...room.agentModels, of: async () => reporting } }
      const session = mintId('chat', room.random)
      const store = async () => say({ ended: turnId, at: performance.timeOrigin + performance.now() })
      const spec = { kind: 'raw', surface: 'chat', sessionId: session, turnId, agent, message: 'Go.' } as const
      await runTurn(scripted, spec, { store })
    }),
  )
  await say({ done: true })
}

/** Tells which ticket it runs with, while it runs. */
function reportCalls(
  room: Room,
  turnId: string,
  complete: ReturnType<typeof scriptedModel>['complete'],
): typeof complete {
  return async request => {
    const at = performance.timeOrigin + performance.now()
    const [row] = await room.db.read(tx =>
      tx.raw<{ ticket: number }>(`select ticket from room_tickets where turn_id = '${turnId}'`),
    )
    await say({ began: turnId, ticket: Number(row?.ticket), at })
    return complete(request)
  }
}
