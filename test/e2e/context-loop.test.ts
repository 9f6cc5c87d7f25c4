import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocused, expectVisible, startTestServer } from './test-server.ts'

const { createProject, visit, call } = startTestServer()

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
