// A process of its own: begins a build of the canon index and a run, with agents that never finish, until it is killed.
import { openDb } from '../../src/db/open.ts'
import { startBuild } from '../../src/room/canon/build.ts'
import { scriptedModel } from '../../src/room/providers/scripted-model.ts'
import type { Room } from '../../src/room/room.ts'
import { startRun } from '../../src/room/runs/lifecycle.ts'
import { takeCommands } from '../crash/commands.ts'
import { openSampleRoom, openTestRooms } from './support/open-rooms.ts'

export interface Command {
  root: string
  location: string
  home: string
  reply: string
}

void takeCommands<Command>(async ({ root, location, home, reply }) => {
  const db = await openDb({ location })
  const opened = await openSampleRoom(openTestRooms(db, home), root)
  const model = scriptedModel([reply, reply, '{{hang}}'])
  const room: Room = { ...opened, agentModels: { ...opened.agentModels, of: async () => model } }
  await startBuild(room, {})
  await startRun(room, { recipe_id: 'analytical_prose', args: { scene_path: 'Story/Scenes/SCN-04-the-causeway.md' } })
})
