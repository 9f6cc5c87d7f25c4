import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { waitUntilLoaded } from './accessibility.ts'
import { keeperScene as scene } from './room-screens.ts'
import { startRoomServer } from './room-server.ts'
import { expectFocused, expectVisible, goTo, tabTo } from './test-server.ts'

const { openAsReader, visit, createProject, callRoom, createSampleRoom } = startRoomServer()

test('a project without a folder says so on every screen of the room, and opens a repository or the sample story', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/room/files`)
  await expectVisible(page.getByText('No folder yet'))
  await goTo(page, `/p/${id}/room`)
  await page.getByRole('button', { name: 'Story' }).click()
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await expectVisible(
    page.getByRole('tree', { name: 'Files' }).getByText('SCN-outline.md'),
    page.getByRole('region', { name: 'Agents' }).getByText('Built-in').first(),
    page.getByRole('link', { name: 'Audit: No receipts yet' }),
    page.getByText('No turns running or queued.'),
  )
  await page.reload()
  await expectVisible(page.getByRole('tree', { name: 'Files' }).getByText('SCN-outline.md'))
})

test('a project without a folder binds an existing folder, and says what to do about a missing one', async () => {
  const { id } = await createProject()
  const folder = tempHome()
  const page = await visit(`/p/${id}/room`)
  const path = page.getByLabel('The folder of the repository')
  await path.fill(join(folder, 'nowhere'))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('alert').getByText('Create it, or name another one.'))
  await path.fill(folder)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('No texts yet.'))
})

test('files are opened, edited and saved by keyboard', async () => {
  const { id, root, path } = await createSampleRoom()
  const page = await visit(path)
  await waitUntilLoaded(page)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expectVisible(page.getByText('Select a file'))
  const tree = page.getByRole('tree', { name: 'Files' })
  await page.keyboard.press('j')
  await expectFocused(tree.getByRole('treeitem', { name: 'Story' }))
  await page.keyboard.press('ArrowRight')
  await expectFocused(tree.getByRole('treeitem', { name: 'SCN-outline.md' }))
  await page.keyboard.press('ArrowDown')
  await expectFocused(tree.getByRole('treeitem', { name: 'Scenes' }))
  await page.keyboard.press('ArrowLeft')
  await expectVisible(tree.getByText(/^\d+ files$/).first())
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expectFocused(tree.getByRole('treeitem', { name: 'SCN-01-the-keeper.md' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'SCN-01-the-keeper.md' }))

  await page.keyboard.press('e')
  await expectFocused(page.getByLabel(`Text of ${scene}`))
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nThe gull came back.')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText(`${scene} saved`), page.getByText('The gull came back.'))
  await expectFocused(page.getByRole('button', { name: 'Edit' }))
  expect(readFileSync(join(root, scene), 'utf8')).toContain('The gull came back.')
  expect(await callRoom(id, 'room_file_show', { path: scene })).toMatchObject({ path: scene, resolved: 'exact' })
})

test('a file that was changed elsewhere is never overwritten without asking', async () => {
  const { root, path } = await createSampleRoom()
  const page = await visit(`${path}/files?path=${scene}&edit=true`)
  const text = page.getByLabel(`Text of ${scene}`)
  await text.fill('Mine.\n')
  writeFileSync(join(root, scene), 'Theirs.\n')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('region', { name: 'Changed elsewhere' })
  await expectVisible(conflict.getByText('Theirs.'), conflict.getByText('Mine.'))
  expect(readFileSync(join(root, scene), 'utf8')).toBe('Theirs.\n')
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expectVisible(page.getByText(`${scene} saved`))
  expect(readFileSync(join(root, scene), 'utf8')).toBe('Mine.\n')
})

test('files are searched by keyboard, and a hit opens its line', async () => {
  const { path } = await createSampleRoom()
  const page = await visit(`${path}/files`)
  await waitUntilLoaded(page)
  await page.keyboard.press('/')
  await expectFocused(page.getByLabel('Search in all files'))
  await page.keyboard.type('counted the stairs')
  const hit = page.getByRole('list', { name: 'Lines found' }).getByRole('link')
  await expectVisible(page.getByText('1 line', { exact: true }), hit.locator('mark'))
  await tabTo(page, hit)
  await page.keyboard.press('Enter')
  await expectVisible(page.locator('.raw-line.meant').getByText('Ines counted the stairs by the sound of them.'))
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 2, name: 'The Keeper' }))
})

test('a reader sees the files, and no control that writes', async () => {
  const { id, path } = await createSampleRoom()
  const page = await openAsReader(id, `${path}/files?path=${scene}&edit=true`)
  await expectVisible(page.getByRole('heading', { level: 2, name: 'The Keeper' }), page.getByText('Read-only.'))
  expect(await page.getByRole('button', { name: /^(Edit|New file)$/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: /^Text of/ }).count()).toBe(0)
})
