import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { loaded } from './look.ts'
import { keeperScene as scene } from './room-screens.ts'
import { visitingRooms } from './room-visitor.ts'
import { focused, goTo, shown, tabTo } from './web-visitor.ts'

const { openAsReader, visit, project, inRoom, sampleRoom } = visitingRooms()

test('a project without a folder says so on every screen of the room, and opens the sample with one click', async () => {
  const { id } = await project()
  const page = await visit(`/p/${id}/room/files`)
  await shown(page.getByText('No folder yet'))
  await goTo(page, `/p/${id}/room`)
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await shown(
    page.getByRole('tree', { name: 'Files' }).getByText('SCN-outline.md'),
    page.getByRole('region', { name: 'Agents' }).getByText('Built-in').first(),
    page.getByRole('link', { name: 'Audit: Verified' }),
    page.getByText('No turns running or queued.'),
  )
  await page.reload()
  await shown(page.getByRole('tree', { name: 'Files' }).getByText('SCN-outline.md'))
})

test('a project without a folder binds a folder that is there, and says what to do about one that is not', async () => {
  const { id } = await project()
  const folder = tempHome()
  const page = await visit(`/p/${id}/room`)
  const path = page.getByLabel('Or bind a folder of your own')
  await path.fill(join(folder, 'nowhere'))
  await page.keyboard.press('Enter')
  await shown(page.getByRole('alert').getByText('Create it, or name another one.'))
  await path.fill(folder)
  await page.keyboard.press('Enter')
  await shown(page.getByText('No texts yet.'))
})

test('the files are opened, written and saved without a mouse', async () => {
  const { id, root, path } = await sampleRoom()
  const page = await visit(path)
  await loaded(page)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await shown(page.getByText('Select a file'))
  const tree = page.getByRole('tree', { name: 'Files' })
  await page.keyboard.press('j')
  await focused(tree.getByRole('treeitem', { name: 'Story' }))
  await page.keyboard.press('ArrowRight')
  await focused(tree.getByRole('treeitem', { name: 'SCN-outline.md' }))
  await page.keyboard.press('ArrowDown')
  await focused(tree.getByRole('treeitem', { name: 'Scenes' }))
  await page.keyboard.press('ArrowLeft')
  await shown(tree.getByText(/^\d+ files$/).first())
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await focused(tree.getByRole('treeitem', { name: 'SCN-01-the-keeper.md' }))
  await page.keyboard.press('Enter')
  await shown(page.getByRole('heading', { level: 1, name: 'SCN-01-the-keeper.md' }))

  await page.keyboard.press('e')
  await focused(page.getByLabel(`Text of ${scene}`))
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nThe gull came back.')
  await page.keyboard.press('Control+s')
  await shown(page.getByText(`${scene} saved`), page.getByText('The gull came back.'))
  await focused(page.getByRole('button', { name: 'Edit' }))
  expect(readFileSync(join(root, scene), 'utf8')).toContain('The gull came back.')
  expect(await inRoom(id, 'room_file_show', { path: scene })).toMatchObject({ path: scene, resolved: 'exact' })
})

test('the files that were changed elsewhere are never written over unasked', async () => {
  const { root, path } = await sampleRoom()
  const page = await visit(`${path}/files?path=${scene}&edit=true`)
  const text = page.getByLabel(`Text of ${scene}`)
  await text.fill('Mine.\n')
  writeFileSync(join(root, scene), 'Theirs.\n')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('region', { name: 'Changed elsewhere' })
  await shown(conflict.getByText('Theirs.'), conflict.getByText('Mine.'))
  expect(readFileSync(join(root, scene), 'utf8')).toBe('Theirs.\n')
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await shown(page.getByText(`${scene} saved`))
  expect(readFileSync(join(root, scene), 'utf8')).toBe('Mine.\n')
})

test('the files are searched from the keyboard, and a hit opens its line', async () => {
  const { path } = await sampleRoom()
  const page = await visit(`${path}/files`)
  await loaded(page)
  await page.keyboard.press('/')
  await focused(page.getByLabel('Search in all files'))
  await page.keyboard.type('counted the stairs')
  const hit = page.getByRole('list', { name: 'Lines found' }).getByRole('link')
  await shown(page.getByText('1 line', { exact: true }), hit.locator('mark'))
  await tabTo(page, hit)
  await page.keyboard.press('Enter')
  await shown(page.locator('.raw-line.meant').getByText('Ines counted the stairs by the sound of them.'))
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await shown(page.getByRole('heading', { level: 2, name: 'The Keeper' }))
})

test('a reader sees the files and is given nothing that writes', async () => {
  const { id, path } = await sampleRoom()
  const page = await openAsReader(id, `${path}/files?path=${scene}&edit=true`)
  await shown(page.getByRole('heading', { level: 2, name: 'The Keeper' }), page.getByText('Read-only.'))
  expect(await page.getByRole('button', { name: /^(Edit|New file)$/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: /^Text of/ }).count()).toBe(0)
})
