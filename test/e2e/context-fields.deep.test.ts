import { expect, test } from 'vitest'
import { expectVisible, startTestServer } from './test-server.ts'

const { createProject, visit, call } = startTestServer()

test('the project form shows faults at their field and keeps the typed text, also over a reload', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/context/project`)
  await page.getByLabel('Folder').fill('somewhere/else')
  await page.getByRole('button', { name: 'Save Folder' }).click()
  await expectVisible(
    page.getByText('Give an absolute path.'),
    page.getByText('Folder not saved; what you typed is kept'),
  )
  await page.reload()
  await expect.poll(() => page.getByLabel('Folder').inputValue()).toBe('somewhere/else')
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Projects' }))
  await expect.poll(() => page.evaluate(`localStorage.getItem('daybook.draft.${id}/context')`)).toBe(null)
})

test('the project form merges concurrent edits field by field: other fields save, nothing is overwritten', async () => {
  const { id } = await createProject()
  await call('project_update', { id, slice: 'old', customData: { additionalNotes: 'Ask first.' } })
  const page = await visit(`/p/${id}/context/project`)
  await page.getByLabel('Slice').fill('mine')
  await page.getByLabel('Task file').fill('tasks')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Ask first.\nMine below.')
  await call('project_update', {
    id,
    slice: 'theirs',
    customData: { additionalNotes: 'Theirs above.\nAsk first.', recentEvents: 'Written meanwhile.' },
  })
  await page.keyboard.press('Control+s')
  const slice = page.getByRole('region', { name: 'Slice was changed elsewhere' })
  const notes = page.getByRole('region', { name: 'Notes was changed elsewhere' })
  await expectVisible(slice, notes, slice.getByText('theirs', { exact: true }))
  await expect.poll(() => call('project_get', { id })).toMatchObject({ slice: 'theirs', taskFile: 'tasks' })
  await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Written meanwhile.')

  await notes.getByRole('button', { name: 'Merge both' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Notes' }).inputValue())
    .toBe('Theirs above.\nAsk first.\nMine below.')
  await slice.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(() => page.getByLabel('Slice').inputValue()).toBe('theirs')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expectVisible(page.getByText('Notes saved', { exact: true }))
  expect(await call('project_get', { id })).toMatchObject({
    slice: 'theirs',
    taskFile: 'tasks',
    customData: { additionalNotes: 'Theirs above.\nAsk first.\nMine below.', recentEvents: 'Written meanwhile.' },
  })
})

test('the project form notices that a field was changed elsewhere while it is being edited', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/context/project`)
  await page.getByLabel('Slice').fill('mine')
  await call('project_update', { id, slice: 'theirs', taskFile: 'also theirs' })
  const slice = page.getByRole('region', { name: 'Slice was changed elsewhere' })
  await expectVisible(slice)
  await expect.poll(() => page.getByLabel('Task file').inputValue()).toBe('also theirs')
  await slice.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save Slice' }).click()
  await expect.poll(async () => (await call('project_get', { id })).slice).toBe('mine')
})

test('the project form keeps the line ends of a text', async () => {
  const { id } = await createProject()
  await call('project_update', { id, customData: { additionalNotes: 'one\r\ntwo' } })
  const page = await visit(`/p/${id}/context/project`)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.press('Control+End')
  await page.keyboard.insertText('\nthree')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expectVisible(page.getByText('Notes saved'))
  expect(await call('project_get', { id })).toMatchObject({ customData: { additionalNotes: 'one\r\ntwo\r\nthree' } })
})

test('the project form shows a linked repository that is not here, and unlinks it', async () => {
  const { id } = await createProject()
  await call('project_link', { id, diary_project_key: 'ledger-d7579830878a' })
  const page = await visit(`/p/${id}/context/project`)
  await page.getByRole('button', { name: 'Unlink ledger-d7579830878a' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Unlink ledger-d7579830878a' }).count()).toBe(0)
  await expect.poll(() => call('project_about', { id })).toMatchObject({ links: [] })
})
