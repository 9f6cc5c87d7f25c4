import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startRoomServer } from './room-server.ts'
import { expectVisible } from './test-server.ts'

const { visit, createSampleRoom } = startRoomServer()

test('a file’s draft survives a reload, and its line ends stay', async () => {
  const { root, path } = await createSampleRoom()
  writeFileSync(join(root, 'Story/Scenes/dos.md'), 'one\r\ntwo\r\n')
  const page = await visit(`${path}/files?path=Story/Scenes/dos.md&edit=true`)
  await page.getByLabel('Text of Story/Scenes/dos.md').fill('one\ntwo\nthree\n')
  await expectVisible(page.getByText('Draft kept in this browser'))
  await page.reload()
  await expect.poll(() => page.getByLabel('Text of Story/Scenes/dos.md').inputValue()).toBe('one\ntwo\nthree\n')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectVisible(page.getByText('Story/Scenes/dos.md saved'))
  expect(readFileSync(join(root, 'Story/Scenes/dos.md'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n')
})

test('a new file is created, and a refusal is shown beside its path', async () => {
  const { root, path } = await createSampleRoom()
  const page = await visit(`${path}/files`)
  await page.getByRole('button', { name: 'New file' }).click()
  const dialog = page.getByRole('dialog', { name: 'New file' })
  await dialog.getByLabel('Path').fill('../outside.md')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByRole('alert'))
  await dialog.getByLabel('Path').fill('Story/Scenes/SCN-09-dawn.md')
  await page.keyboard.press('Enter')
  await page.getByLabel('Text of Story/Scenes/SCN-09-dawn.md').fill('# Dawn\n')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Dawn' }))
  expect(readFileSync(join(root, 'Story/Scenes/SCN-09-dawn.md'), 'utf8')).toBe('# Dawn\n')
})

test('the outline is shown as entries, as text and raw, and cannot be edited as a file', async () => {
  const { path } = await createSampleRoom()
  const page = await visit(`${path}/files?path=Story/SCN-outline.md`)
  await expectVisible(page.getByText('7 entries'), page.getByRole('heading', { level: 2, name: 'The Council Room' }))
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Raw' }).click()
  await expectVisible(page.getByText('## Scene 6: The Low Bell (POV: Ines)'))
})
