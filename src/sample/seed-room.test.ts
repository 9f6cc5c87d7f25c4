import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { type App, openApp } from '../app.ts'
import { invoke } from '../invoke.ts'
import { operationNamed } from '../operations.ts'
import { localPrincipal } from '../projects/roles.ts'
import { seedSample } from './seed.ts'
import { bindSampleRoom, fillSampleRoom } from './seed-room.ts'

const never = new AbortController().signal

async function opened(home: string, seed: (app: App) => Promise<unknown> = seedSample): Promise<App> {
  const app = await openApp({ location: join(home, 'daybook.db'), room: { home, env: {} } })
  onTestFinished(() => app.close())
  await seed(app)
  return app
}

async function ask(app: App, name: string, args: object = {}, project = 'sample') {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: localPrincipal, project })
  if (!outcome.ok) throw outcome.fault
  return outcome.result
}

test('the sample project has a room about its repository, with the documents read and a conference ready to start (review row 16)', async () => {
  const home = tempHome()
  const app = await opened(home)
  expect(await bindSampleRoom(app, home)).toBe(true)
  expect(existsSync(join(home, 'rooms/till/src/money.ts'))).toBe(true)
  expect(existsSync(join(home, 'rooms/till/Story'))).toBe(false)
  expect(await fillSampleRoom(app, never)).toBe(true)
  expect(await ask(app, 'room_status_show')).toMatchObject({
    workspace: { displayName: 'Till' },
    chief: 'chief',
    canon: { status: 'indexed' },
    audit: { status: 'ok' },
    problems: [],
  })
  const { conferences } = await ask(app, 'room_conference_list')
  expect(conferences).toMatchObject([{ agenda: expect.stringContaining('README.md'), state: 'open', roundCount: 0 }])
})

test('it is offered once per database', async () => {
  const home = tempHome()
  const app = await opened(home)
  await bindSampleRoom(app, home)
  await fillSampleRoom(app, never)
  expect(await bindSampleRoom(app, home)).toBe(false)
})

test('a seeding that was cut off goes on: one conference, and files as they were', async () => {
  const home = tempHome()
  const app = await opened(home)
  await bindSampleRoom(app, home)
  const key = readFileSync(join(home, 'rooms/till/.control-room/audit/secret.key'), 'utf8')
  expect(await fillSampleRoom(app, AbortSignal.abort())).toBe(false)
  expect(await bindSampleRoom(app, home)).toBe(true)
  await fillSampleRoom(app, never)
  await fillSampleRoom(app, never)
  const { conferences } = await ask(app, 'room_conference_list')
  expect(conferences).toHaveLength(1)
  expect(readFileSync(join(home, 'rooms/till/.control-room/audit/secret.key'), 'utf8')).toBe(key)
})

test('a person who has a project of that name, removed the sample, or made a room of the folder does not get it', async () => {
  const own = tempHome()
  const theirs = await opened(own, app => ask(app, 'create_project', { id: 'sample', name: 'My samples' }, 'default'))
  expect(await bindSampleRoom(theirs, own)).toBe(false)
  expect(existsSync(join(own, 'rooms'))).toBe(false)

  const without = tempHome()
  const removed = await opened(without)
  await ask(removed, 'project_delete', { id: 'sample', force: true })
  expect(await bindSampleRoom(removed, without)).toBe(false)

  const taken = tempHome()
  const app = await opened(taken)
  const folder = join(taken, 'rooms/till')
  mkdirSync(folder, { recursive: true })
  await ask(app, 'create_project', { id: 'other', name: 'Other' })
  await ask(app, 'room_workspace_bind', { path: folder }, 'other')
  expect(await bindSampleRoom(app, taken)).toBe(false)
  expect(existsSync(join(folder, 'README.md'))).toBe(false)
  await expect(ask(app, 'room_status_show')).rejects.toMatchObject({ wire: 'no_workspace' })
})
