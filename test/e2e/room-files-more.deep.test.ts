import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { visitingRooms } from './room-visitor.ts'
import { shown } from './web-visitor.ts'

const { visit, sampleRoom } = visitingRooms()

test('the files keep a draft over a reload, and their kind of line ends', async () => {
  const { root, path } = await sampleRoom()
  writeFileSync(join(root, 'Story/Scenes/dos.md'), 'one\r\ntwo\r\n')
  const page = await visit(`${path}/files?path=Story/Scenes/dos.md&edit=true`)
  await page.getByLabel('Text of Story/Scenes/dos.md').fill('one\ntwo\nthree\n')
  await shown(page.getByText('Draft kept in this browser'))
  await page.reload()
  await expect.poll(() => page.getByLabel('Text of Story/Scenes/dos.md').inputValue()).toBe('one\ntwo\nthree\n')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await shown(page.getByText('Story/Scenes/dos.md saved'))
  expect(readFileSync(join(root, 'Story/Scenes/dos.md'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n')
})

test('the files are made anew, with the refusal beside the path', async () => {
  const { root, path } = await sampleRoom()
  const page = await visit(`${path}/files`)
  await page.getByRole('button', { name: 'New file' }).click()
  const dialog = page.getByRole('dialog', { name: 'New file' })
  await dialog.getByLabel('Path').fill('../outside.md')
  await page.keyboard.press('Enter')
  await shown(dialog.getByRole('alert'))
  await dialog.getByLabel('Path').fill('Story/Scenes/SCN-09-dawn.md')
  await page.keyboard.press('Enter')
  await page.getByLabel('Text of Story/Scenes/SCN-09-dawn.md').fill('# Dawn\n')
  await page.keyboard.press('Control+s')
  await shown(page.getByRole('heading', { level: 2, name: 'Dawn' }))
  expect(readFileSync(join(root, 'Story/Scenes/SCN-09-dawn.md'), 'utf8')).toBe('# Dawn\n')
})

test('the files show the outline by its entries, as text and raw, and leave it to no editor of files', async () => {
  const { path } = await sampleRoom()
  const page = await visit(`${path}/files?path=Story/SCN-outline.md`)
  await shown(page.getByText('7 entries'), page.getByRole('heading', { level: 2, name: 'The Council Room' }))
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Raw' }).click()
  await shown(page.getByText('## Scene 6: The Low Bell (POV: Ines)'))
})
