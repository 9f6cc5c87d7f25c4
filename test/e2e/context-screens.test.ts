import { expect, test } from 'vitest'
import { goTo, shown, visiting } from './web-visitor.ts'

const visitor = visiting()
const { project, chat, openAsReader, call } = visitor

test('a reader builds and copies, and is given nothing that writes', async () => {
  const { id } = await project()
  await chat(id).write({ title: 'Somewhere to arrive' })
  await call('context_summarize', { projectId: id, summary: 'Look only.' })
  const page = await openAsReader(id, '/')
  await shown(page.getByText('Read-only.'))
  await goTo(page, `/p/${id}/context/state`)
  await shown(page.getByText('Look only.').first(), page.getByText('Read-only.'))
  await page.keyboard.press('s')
  expect(await page.getByRole('button', { name: /Edit|Restore/ }).count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Summary' }).count()).toBe(0)
  await goTo(page, `/p/${id}/context/project`)
  await shown(page.getByText('Read-only.'))
  await expect.poll(() => page.getByLabel('Slice').isEditable()).toBe(false)
  await expect.poll(() => page.getByLabel('Digest').isDisabled()).toBe(true)
  await goTo(page, `/p/${id}/context`)
  await page.getByRole('button', { name: 'Build', exact: true }).click()
  await shown(page.getByText(/^Block built/))
})
