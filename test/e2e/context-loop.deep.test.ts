import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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

test('the last loaded entry of a long history shows what it changed, though the entry before it is on the next page', async () => {
  const { id } = await createProject()
  for (let n = 1; n <= 33; n++) await call('context_summarize', { projectId: id, summary: `kept line\nstep ${n}` })
  const page = await visit(`/p/${id}/context/state?n=4`)
  const difference = page.getByRole('region', { name: 'Difference' })
  await expectVisible(difference.locator('tr.old').getByText('step 3'))
})

test('the build screen overrides one block and stores nothing of it', async () => {
  const { id } = await createProject()
  await call('project_update', { id, slice: '104-slice.merge' })
  const before = await call('project_get', { id })
  const page = await visit(`/p/${id}/context`)
  await page.getByRole('textbox', { name: 'Slice' }).fill('105-slice.sync')
  await page.getByRole('combobox', { name: 'Instruction' }).fill('review')
  await page.getByLabel('Work', { exact: true }).selectOption('start')
  await page.getByRole('textbox', { name: 'Extra text' }).fill('Look at {merge} only.')
  await expectVisible(section(page, 'Facts').getByText('slice: 105-slice.sync'), section(page, 'Extra text'))
  await page.getByRole('button', { name: 'Build', exact: true }).click()
  await expectVisible(page.getByText(/^Block built/))
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expectVisible(page.getByText(/copied$/))
  const args = { slice: '105-slice.sync', instruction: 'review', workType: 'start' }
  const expected = await call<{ text: string }>('template_preview', {
    projectId: id,
    ...args,
    additionalInstructions: 'Look at {merge} only.',
  })
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(expected.text)
  expect(expected.text.endsWith('\n\nLook at {merge} only.')).toBe(true)
  expect(await call('project_get', { id })).toEqual(before)

  await page.getByRole('button', { name: 'Reset Slice' }).click()
  await expectVisible(section(page, 'Facts').getByText('slice: 104-slice.merge'))
  await page.getByRole('textbox', { name: 'Slice' }).fill('')
  await expect.poll(() => section(page, 'Facts').getByText('slice:').count()).toBe(0)
  await page.getByRole('button', { name: 'Reset all to stored values' }).click()
  await expectVisible(section(page, 'Facts').getByText('slice: 104-slice.merge'))
})

test('the build screen says why each paragraph is there or was left out, and what changed since the last build', async () => {
  const { id } = await createProject()
  const writer = startChat(id)
  for (const n of [1, 2, 3]) await writer.write({ title: `Question ${n}`, summary: 'Long. '.repeat(20) })
  await call('context_summarize', { projectId: id, summary: 'First.' })
  await call('context_build', { projectId: id })
  await call('context_summarize', { projectId: id, summary: 'Second.' })
  const page = await visit(`/p/${id}/context`)
  await expectVisible(
    section(page, 'State').getByText('changed'),
    page.getByText(/1 of 7 sections changed since the last build/),
  )
  const records = section(page, 'Open records')
  await records.getByText('Why').click()
  await expectVisible(records.getByRole('link', { name: /^R\d+$/ }).first(), records.getByText('version 1').first())
  await section(page, 'Orientation').getByText('Why').click()
  await expectVisible(section(page, 'Orientation').getByRole('link', { name: 'context-initialization' }))

  await page.getByRole('switch', { name: 'Budget' }).click()
  await page.getByLabel('Budget in tokens', { exact: true }).fill('300')
  const left = page.getByRole('region', { name: 'Left out by the budget' })
  await expectVisible(left.getByText('Question 1'), left.getByRole('link', { name: 'tool-usage' }))
  await expectVisible(page.getByText('The budget left out 3 open records.'), page.getByText(/Open records gone since/))
  await page.getByLabel('Budget in tokens', { exact: true }).fill('200')
  await page.getByRole('button', { name: /^Raise the budget to/ }).click()
  await expectVisible(section(page, 'Instruction'))

  await page.getByRole('switch', { name: 'Digest' }).click()
  await expect.poll(() => records.count()).toBe(0)
})
