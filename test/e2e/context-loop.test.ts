import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocused, expectVisible, startTestServer } from './test-server.ts'

const { createProject, startChat, visit, call } = startTestServer()

interface Block {
  text: string
  estimatedTokens: number
}
interface About {
  lastBuild: { sha256: string } | null
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()')
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const section = (page: Page, name: string) =>
  page.getByRole('article', { name: 'The block' }).getByRole('region', { name })

test('a keyboard user writes a summary, builds the block and copies it', async () => {
  const { id } = await createProject()
  const summary = 'Did {thing} and {{other}} with {"a":1}, $& and `code`.\n\n### Instruction Prompt\nis only a line.'
  const page = await visit(`/p/${id}/context/state`)
  await expectVisible(page.getByText('No summary yet'))
  await page.keyboard.press('s')
  await expectFocused(page.getByRole('textbox', { name: 'Summary' }))
  await page.keyboard.insertText(summary)
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText('State saved: the next block starts from it'))
  await expectFocused(page.getByRole('button', { name: 'Edit' }))

  await page.keyboard.press('b')
  await expectVisible(heading(page, 'Build'), section(page, 'State').getByText('Did {thing} and {{other}}'))
  await page.keyboard.press('b')
  await expectVisible(page.getByText(/^Block built: about [\d,]+ tokens in 6 sections$/))
  await page.keyboard.press('c')
  await expectVisible(page.getByText(/^Block of about [\d,]+ tokens copied$/))

  const copied = await clipboard(page)
  expect(copied).toContain(`### Current Project State\n${summary}\n\n`)
  expect(copied).toBe((await call<Block>('template_preview', { projectId: id })).text)
  const { lastBuild } = await call<About>('project_about', { id })
  expect(lastBuild?.sha256).toBe(createHash('sha256').update(copied).digest('hex'))
  await expect.poll(() => page.evaluate(`localStorage.getItem('daybook.draft.${id}/context')`)).toBe(null)
})

test('an unsaved summary is kept in the browser until it is stored, and leaving it asks first', async () => {
  const { id } = await createProject()
  const page = await visit(`/p/${id}/context/state?edit=true`)
  await page.getByRole('textbox', { name: 'Summary' }).fill('Half a thought')
  await page.keyboard.press('Escape')
  await expectVisible(page.getByRole('dialog', { name: 'Leave without saving?' }))
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Half a thought')

  await page.route('**/api/context/context_summarize', route => route.abort())
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByRole('alert').getByText('Daybook does not answer.'))
  await page.unroute('**/api/context/context_summarize')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByText('State saved: the next block starts from it'))

  await page.keyboard.press('s')
  await page.getByRole('textbox', { name: 'Summary' }).fill('  ')
  await page.keyboard.press('Control+s')
  await expectVisible(page.getByText('Summary text is required. Provide a non-empty summary'))
  await page.getByRole('button', { name: 'Store no summary' }).click()
  await expect.poll(() => stored(id, 'recentEvents')).toBe('')
})

async function stored(id: string, key: string): Promise<unknown> {
  const { customData } = await call<{ customData: { [key: string]: string } }>('project_get', { id })
  return customData[key]
}

test('the history shows what every summary changed, and restores an old one', async () => {
  const { id } = await createProject()
  for (const summary of ['one\ntwo', 'one\nthree', 'one\nfour']) {
    await call('context_summarize', { projectId: id, summary })
  }
  const page = await visit(`/p/${id}/context/state`)
  const difference = page.getByRole('region', { name: 'Difference' })
  await expectVisible(difference.getByText('four'))
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expectVisible(difference.getByText('two'), difference.getByText('three'))
  await difference.getByRole('button', { name: 'Up to now' }).click()
  await expectVisible(difference.getByText('four'))
  await difference.getByRole('button', { name: 'Restore 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expectVisible(page.getByText('Entry 2 is restored'), page.getByRole('button', { name: /^4 restored/ }))
  expect(await stored(id, 'recentEvents')).toBe('one\nthree')
})

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
  const expected = await call<Block>('template_preview', {
    projectId: id,
    ...args,
    additionalInstructions: 'Look at {merge} only.',
  })
  await expect.poll(() => clipboard(page)).toBe(expected.text)
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

test('the prompts screen filters, reads, fills and copies by keyboard', async () => {
  const { id } = await createProject()
  await call('project_update', { id, slice: '104-slice.merge' })
  const page = await visit(`/p/${id}/context`)
  await expectVisible(section(page, 'Facts'))
  await page.keyboard.press('p')
  await expectVisible(heading(page, 'Prompts'), page.getByText('26 prompts'))
  await page.keyboard.press('/')
  await page.keyboard.type('slice des')
  await expectVisible(page.getByText('1 of 26 prompts'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(
    page.getByRole('heading', { name: 'Slice Design' }),
    page.locator('.prompt-text').getByText('{slice}').first(),
  )
  await page.getByRole('button', { name: 'Filled in' }).click()
  await expectVisible(page.locator('.prompt-text').getByText('104-slice.merge').first())
  await page.keyboard.press('c')
  await expectVisible(page.getByText('Prompt slice-design copied'))
  await expect.poll(() => clipboard(page)).toMatch(/104-slice\.merge/)
  await expectVisible(page.getByText(`daybook context prompts eject --project ${id} --key slice-design`))
})
