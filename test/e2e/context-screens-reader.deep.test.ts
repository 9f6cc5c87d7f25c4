import { expect, test } from 'vitest'
import { expectVisible, goTo, startTestServer } from './test-server.ts'

const server = startTestServer()
const { createProject, startChat, openAsReader, call } = server

test('a reader builds and copies, and sees no control that writes', async () => {
  const { id } = await createProject()
  await startChat(id).write({ title: 'Somewhere to arrive' })
  await call('context_summarize', { projectId: id, summary: 'Look only.' })
  const page = await openAsReader(id, '/')
  await expectVisible(page.getByText('Read-only.'))
  await goTo(page, `/p/${id}/context/state`)
  await expectVisible(page.getByText('Look only.').first(), page.getByText('Read-only.'))
  await page.keyboard.press('s')
  expect(await page.getByRole('button', { name: /Edit|Restore/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Summary' }).count()).toBe(0)
  await goTo(page, `/p/${id}/context/project`)
  await expectVisible(page.getByText('Read-only.'))
  await expect.poll(() => page.getByLabel('Slice').isEditable()).toBe(false)
  await expect.poll(() => page.getByLabel('Digest').isDisabled()).toBe(true)
  await goTo(page, `/p/${id}/context`)
  await page.getByRole('button', { name: 'Build', exact: true }).click()
  await expectVisible(page.getByText(/^Block built/))
})
