import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { loadSettings } from '../../src/config.ts'
import { examine } from '../../src/doctor/examine.ts'
import { callOperation, createEmptyStore, testedEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

describe.each(testedEngines)('rooms of a home that moves on %s', engine => {
  let store: Awaited<ReturnType<typeof createEmptyStore>>
  let place: string
  let app: App | undefined
  beforeEach(async () => {
    store = await createEmptyStore(engine)
    place = tempHome()
    mkdirSync(join(place, 'before'))
  })
  afterEach(async () => {
    await closeApp()
    await store.drop()
  })

  async function closeApp(): Promise<void> {
    await app?.close()
    app = undefined
  }

  async function openHome(name: string): Promise<App> {
    await closeApp()
    app = await openApp({ location: store.location, room: { home: join(place, name), env: {} } })
    return app
  }

  async function roomBelow(name: string): Promise<void> {
    const opened = await openHome(name)
    expect(await callOperation(opened, 'room_workspace_bind', { sample: true })).toMatchObject({ projectId: 'default' })
    await callOperation(opened, 'file_locator', { search_criteria: 'bell' })
  }

  const rows = () => app?.db.read(tx => tx.raw('select path, below_home from room_workspaces'))

  /** As a version before this one stored it. */
  async function storeWholePath(path: string): Promise<void> {
    const given = engine === 'sqlite' ? '?' : '$1'
    await app?.db.write(async tx => {
      await tx.raw(`update room_workspaces set path = ${given}, below_home = 0`, [path])
    })
  }

  test('rooms of a home that moves move with it: below the home the way from there is stored', async () => {
    await roomBelow('before')
    expect(await rows()).toEqual([{ path: 'rooms/default', below_home: 1 }])
    await closeApp()
    renameSync(join(place, 'before'), join(place, 'after'))
    const moved = await openHome('after')
    expect(await callOperation(moved, 'room_verify', {})).toMatchObject({ status: 'ok' })
    expect(
      await callOperation(moved, 'room_workspace_bind', { path: join(place, 'after/rooms/default') }),
    ).toMatchObject({
      projectId: 'default',
    })
  })

  test('rooms of a home that moves open by a whole path of an earlier version, which is shortened then', async () => {
    await roomBelow('before')
    await storeWholePath(join(place, 'before/rooms/default'))
    const again = await openHome('before')
    expect(await callOperation(again, 'room_verify', {})).toMatchObject({ status: 'ok' })
    expect(await rows()).toEqual([{ path: 'rooms/default', below_home: 1 }])
  })

  test('rooms of a home that moves are bound again by their own folder when the stored one is gone, and by no other', async () => {
    await roomBelow('before')
    await storeWholePath(join(place, 'before/rooms/default'))
    const bind = (opened: App, path: string) => callOperation(opened, 'room_workspace_bind', { path })
    const elsewhere = join(place, 'elsewhere')
    mkdirSync(elsewhere)
    const still = await openHome('before')
    expect(await bind(still, elsewhere)).toMatchObject({ error: { code: 'workspace_exists' } })
    await storeWholePath(join(place, 'before/rooms/default'))
    await closeApp()
    renameSync(join(place, 'before'), join(place, 'after'))

    const moved = await openHome('after')
    expect(await callOperation(moved, 'room_verify', {})).toHaveProperty('error')
    const found = (await examine(examination(join(place, 'after')))).find(({ check }) => check === 'room default')
    const own = join(place, 'after/rooms/default')
    expect(found).toMatchObject({
      status: 'fail',
      todo: `It was moved. Bind it again: daybook room init ${own} --project default`,
    })
    expect(await bind(moved, elsewhere)).toMatchObject({ error: { code: 'workspace_exists' } })
    expect(await bind(moved, own)).toMatchObject({ projectId: 'default' })
    expect(await callOperation(moved, 'room_verify', {})).toMatchObject({ status: 'ok' })
    expect(await rows()).toEqual([{ path: 'rooms/default', below_home: 1 }])
  })

  function examination(home: string) {
    const env = { DAYBOOK_HOME: home, DAYBOOK_DB: store.location }
    const settings = loadSettings({}, env)
    return { settings, env, folder: place, version: '0', quick: true, webRoot: undefined, command: ['daybook'] }
  }
})
