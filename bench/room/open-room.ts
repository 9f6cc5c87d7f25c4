import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { openDb } from '../../src/db/open.ts'
import { openJobs } from '../../src/jobs/jobs.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { Agent } from '../../src/room/agents/registry.ts'
import type { RoomContext } from '../../src/room/context.ts'
import { mintId } from '../../src/room/ids.ts'
import type { AgentModel } from '../../src/room/providers/agent-model.ts'
import type { Room } from '../../src/room/room.ts'
import { openRooms } from '../../src/room/rooms.ts'
import { runTurn } from '../../src/room/turns/run-turn.ts'
import type { TurnOutcome, TurnSpec } from '../../src/room/turns/turn.ts'
import { projectRoot } from '../harness/workspace.ts'
import { countingCommits } from './disk-work.ts'

/** A real room on files and a store of its own, with models of ours. */
export interface BenchRoom {
  room: Room
  root: string
  agents: readonly Agent[]
  setModel(agentId: string, model: AgentModel): void
  write(path: string, text: string): void
  call<I extends z.ZodObject, O extends z.ZodObject>(
    operation: Operation<RoomContext, I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>>
  turn(agent: Agent, message: string, more?: Partial<TurnSpec>): Promise<TurnOutcome>
  close(): Promise<void>
}

export async function openBenchRoom(folder: string, sample = true): Promise<BenchRoom> {
  const db = countingCommits(await openDb({ location: join(folder, 'daybook.db') }))
  const root = join(folder, 'workspace')
  mkdirSync(root, { recursive: true })
  const settings = { db, clock: Date.now, log: () => {}, home: join(folder, 'home'), env: {}, providers: {} }
  const rooms = openRooms({ ...settings, jobs: openJobs(() => {}), sample: join(projectRoot, 'assets/room-sample') })
  const owner = { principal: 'local' }
  const { project } = await rooms.find(owner)
  const opened = await rooms.bind(project, owner, { path: root, sample })
  const models = new Map<string, AgentModel>()
  const room: Room = {
    ...opened,
    agentModels: { ...opened.agentModels, of: async agent => models.get(agent.id) ?? opened.agentModels.of(agent) },
  }
  const context = { call: { principal: 'local' }, db, clock: Date.now, log: () => {} }
  return {
    room,
    root,
    agents: (await room.agents.read()).agents,
    setModel: (agentId, model) => void models.set(agentId, model),
    write(path, text) {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    },
    call: async (operation, input) =>
      operation.output.parse(
        await operation.run(operation.input.parse(input), { ...context, rooms: { ...rooms, of: async () => room } }),
      ),
    turn: (agent, message, more = {}) =>
      runTurn(room, {
        kind: 'tools',
        surface: 'chat',
        sessionId: mintId('chat', room.random),
        turnId: mintId('turn', room.random),
        agent,
        message,
        ...more,
      }),
    async close() {
      await rooms.close()
      await db.close()
    },
  }
}
