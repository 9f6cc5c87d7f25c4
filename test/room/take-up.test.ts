import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDb } from '../../src/db/open.ts'
import { roomConferenceOpen, roomRoundStart } from '../../src/room/conference/operations.ts'
import { claimTurn, openTurnsOfProject } from '../../src/room/turns/turn-rows.ts'
import { createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { openTestRoom } from './support/open-room.ts'
import { openTestRooms } from './support/open-rooms.ts'

it('a server resumes unfinished work before the first call, and passes over a missing folder', async () => {
  const [home, root, store] = [tempHome(), tempHome(), await createEmptyStore('sqlite')]
  const db = await openDb({ location: store.location })
  const { room, script, context } = await openTestRoom({ at: { root, db }, home })
  const chief = script('chief', ['{{hang}}'])
  const { id } = await roomConferenceOpen.run({ attendees: ['critic'] }, context())
  await roomRoundStart.run({ id, prompt: 'Does scene 2 contradict canon?', drive: 'server' }, context())
  await expect.poll(() => chief.requests.length).toBe(1)
  await room.jobs.leave()
  const left = { turn_id: 'turn_00112233445566aa', session_id: 'pipeline-run_001122334455', agent_id: 'critic' }
  const longAgo = '2026-01-01T00:00:00.000Z'
  await db.write(tx =>
    claimTurn(tx, { ...left, project_id: room.project, kind: 'step', surface: 'run', begun: longAgo }),
  )

  const log: string[] = []
  const open = () => openTestRooms(db, home, { log: line => log.push(line) })
  const started = open()
  await started.openAll()
  const round = room.conferences.files(id).round(1)
  await expect.poll(async () => (await round.read())?.state).toBe('closed')
  expect(await db.read(tx => openTurnsOfProject(tx, room.project))).toEqual([])
  await started.close()

  rmSync(root, { recursive: true })
  const later = open()
  await later.openAll()
  expect(log).toContain(`room of ${room.project}: not opened`)
  await later.close()
  await db.close()
  await store.drop()
})
