import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { expectVisible, startTestServer } from './test-server.ts'

const { createProject, startChat, visit, call } = startTestServer()

test('the build screen offers the possible meanings of an ambiguous instruction', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/context`)
  await page.getByRole('combobox', { name: 'Instruction' }).fill('task')
  await expectVisible(page.getByRole('alert').getByText('fits several prompts'))
  await page.getByRole('button', { name: 'task-expansion' }).click()
  await expectVisible(section(page, 'Instruction').getByText('This is what the chat is for:'))
})

test('the build screen updates after writes elsewhere', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/context`)
  await expectVisible(section(page, 'Facts'))
  await startChat(id).write({ title: 'Just asked' })
  await expectVisible(section(page, 'Open records').getByText('Just asked'))
  await call('context_summarize', { projectId: id, summary: 'Written by an agent.' })
  await expectVisible(section(page, 'State').getByText('Written by an agent.'))
})

const section = (page: Page, name: string) =>
  page.getByRole('article', { name: 'The block' }).getByRole('region', { name })
