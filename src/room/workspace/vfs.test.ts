import { expect, it } from 'vitest'
import { openTestRoom } from '../../../test/room/support/open-room.ts'
import { withoutPaths } from './vfs.ts'

it('the tree is shown without what is blocked, under every spelling, and that is denied by name', async () => {
  const { room } = await openTestRoom()
  const whole = await room.workspace.vfs.snapshot()
  const outline = whole.outlinePath ?? ''
  const [scene] = whole.files.filter(({ class: kind }) => kind === 'scene')
  const blocked = withoutPaths(whole, ['Compendium', outline])
  expect(blocked.files.some(({ path }) => path.startsWith('Compendium/') || path === outline)).toBe(false)
  expect(blocked.outlinePath).toBeNull()
  const denied = { fault: { code: 'path_denied' } }
  expect(blocked.resolve(outline)).toEqual(denied)
  expect(blocked.resolve(outline.toUpperCase())).toEqual(denied)
  const card = whole.files.find(({ path }) => path.startsWith('Compendium/'))
  expect(card && (await blocked.read(card))).toEqual(denied)
  expect(scene && blocked.resolve(scene.path)).toMatchObject({ resolved: 'exact' })
  expect(scene && (await blocked.read(scene))).toHaveProperty('lines')
  expect(withoutPaths(whole, [])).toBe(whole)
})
