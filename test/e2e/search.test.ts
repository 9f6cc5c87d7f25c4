import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkBothThemes, type Found } from './accessibility.ts'
import { field, option, startSearchServer } from './search-server.ts'
import { expectFocused, expectVisible } from './test-server.ts'

const { visit, call, createProjectWithRoom } = startSearchServer()

const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')

test('the palette opens everywhere, runs actions and leads to pages and hits of every part, by keyboard', async () => {
  const { id, path, record } = await createProjectWithRoom()
  await call('diary_index', {})
  const page = await visit(`${path}/tree`)
  await expectVisible(page.getByRole('heading', { level: 1 }).first())

  await page.keyboard.press('Control+k')
  await expectFocused(field(page))
  await expectVisible(option(page, /New record/), option(page, /Tree/), page.getByText('Actions'))
  await page.keyboard.type('diary da')
  await expect.poll(() => active(page).innerText()).toContain('Days')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/diary')

  await page.keyboard.press('Control+k')
  await expectFocused(field(page))
  await page.keyboard.type('stairwa')
  await expectVisible(
    option(page, /Why does the stairway flicker/),
    option(page, new RegExp(record.title)),
    option(page, /The stairway is dark/),
    option(page, /Lamp\.md/),
    page.locator('[role="option"] mark').first(),
  )
  const found: Found = {}
  await checkBothThemes(page, 'the palette', found)
  expect(found).toEqual({})
  while (!(await active(page).innerText()).includes('Stairway light')) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Stairway light' }))
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/p/${id}/records/${record.id}`)

  // What was opened comes first the next time, and Escape gives the focus back.
  await page.keyboard.press('Control+k')
  await expectVisible(page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Stairway light' }))
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  await page.keyboard.press('Control+k')
  await expectFocused(field(page))
  await page.keyboard.type('theme')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
})

test('a sentence said in a session opens at its line, and a bad query says what to write', async () => {
  const { path } = await createProjectWithRoom()
  await call('diary_index', {})
  const page = await visit(path)
  await expectVisible(page.getByRole('heading', { level: 1 }).first())
  await page.keyboard.press('Control+k')
  await expectFocused(field(page))
  await page.keyboard.type('"dimmer of the hall"')
  // What an agent wrote is Markdown: a result leaves its marks out, the transcript renders it.
  await option(page, /Why does the stairway flicker.*The stairway lamp is on/).click()
  await expectVisible(
    page.getByRole('heading', { level: 1, name: 'Why does the stairway flicker at night?' }),
    page.getByText('The stairway lamp is on the dimmer of the hall.').first(),
    page.locator('.line-list strong', { hasText: 'stairway' }),
  )
  await expect.poll(() => page.url()).toMatch(/\/diary\/2026-\d\d-\d\d\/history\/H[0-9a-f]{12}#L2$/)
  await page.keyboard.press('Control+k')
  await expectFocused(field(page))
  await page.keyboard.type('stairway before:soon')
  await expectVisible(page.getByRole('status').getByText(/before: is not followed by a day/))
  await page.keyboard.press('Escape')
})
