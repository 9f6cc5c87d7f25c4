import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { shown, visiting } from './web-visitor.ts'

const { project, chat, visit, call } = visiting()

test('the build screen offers what an unclear instruction may mean', async () => {
  const { id } = await project()
  const page = await visit(`/p/${id}/context`)
  await page.getByRole('combobox', { name: 'Instruction' }).fill('task')
  await shown(page.getByRole('alert').getByText('fits several prompts'))
  await page.getByRole('button', { name: 'task-expansion' }).click()
  await shown(section(page, 'Instruction').getByText('This is what the chat is for:'))
})

test('the build screen follows what is written elsewhere', async () => {
  const { id } = await project()
  const page = await visit(`/p/${id}/context`)
  await shown(section(page, 'Facts'))
  await chat(id).write({ title: 'Just asked' })
  await shown(section(page, 'Open records').getByText('Just asked'))
  await call('context_summarize', { projectId: id, summary: 'Written by an agent.' })
  await shown(section(page, 'State').getByText('Written by an agent.'))
})

const section = (page: Page, name: string) =>
  page.getByRole('article', { name: 'The block' }).getByRole('region', { name })
