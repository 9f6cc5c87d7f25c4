// A process of its own: begins a build of the canon index and a run, with agents that never finish, until it is killed.
import { openDb } from '../../src/db/open.ts'
import { openJobs } from '../../src/jobs/jobs.ts'
import { startBuild } from '../../src/room/canon/build.ts'
import { scriptedModel } from '../../src/room/providers/scripted-model.ts'
import type { Room } from '../../src/room/room.ts'
import { openRooms } from '../../src/room/rooms.ts'
import { startRun } from '../../src/room/runs/lifecycle.ts'
import { takeCommands } from '../crash/commands.ts'

export interface Command {
  root: string
  location: string
  home: string
  sample: string
  reply: string
}

void takeCommands<Command>(async ({ root, location, home, sample, reply }) => {
  const db = await openDb({ location })
  const rooms = openRooms({
    db,
    clock: Date.now,
    log: () => {},
    jobs: openJobs(() => {}),
    home,
    env: {},
    providers: {},
    sample,
  })
  const owner = { principal: 'local' }
  const { project } = await rooms.find(owner)
  const opened = await rooms.bind(project, owner, { path: root, sample: true })
  const model = scriptedModel([reply, reply, '{{hang}}'])
  const room: Room = { ...opened, agentModels: { ...opened.agentModels, of: async () => model } }
  await startBuild(room, {})
  await startRun(room, { recipe_id: 'analytical_prose', args: { scene_path: 'Story/Scenes/SCN-04-the-causeway.md' } })
})
