import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkLightTheme, type Found, waitUntilLoaded } from './accessibility.ts'
import { addWeek, week } from './range-home.ts'
import { expectFocused, expectVisible, startTestServer, tabTo } from './test-server.ts'

const { visit } = startTestServer(addWeek)

const chart = (page: Page, title: string) => page.getByRole('figure', { name: title })

test('the range screen compares days, passes axe, and filters projects', async () => {
  const page = await visit(week)
  await expectVisible(
    page.getByRole('heading', { level: 1, name: /^Week \d+, .* 2026$/ }),
    page.getByText('Time zone UTC'),
    chart(page, 'Turns').getByText('28 turns on 2 days in 4 projects.'),
    chart(page, 'Tokens and cost'),
    chart(page, 'Work items'),
    chart(page, 'Day and hour').getByText(/^Most turns began on /),
    chart(page, 'Files by days touched').getByText(/on 2 days\./),
    page.getByRole('heading', { level: 2, name: /Still open/ }),
    page.getByRole('heading', { level: 3, name: /Wed 13 May/ }),
  )
  await waitUntilLoaded(page)
  const found: Found = {}
  await checkLightTheme(page, 'range', found)
  expect(found).toEqual({})
  const projects = page.getByRole('group', { name: 'Projects' }).getByRole('button')
  await projects.first().click()
  await expect.poll(() => projects.first().getAttribute('aria-pressed')).toBe('false')
  await expectVisible(chart(page, 'Turns').getByText(/on 2 days in 3 projects/))
  await chart(page, 'Turns').getByText('Turns by day and project as a table').click()
  await expect.poll(() => chart(page, 'Turns').locator('tbody tr').count()).toBe(7)
  await page.locator('.range-item-title').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/diary/2026-05-13')
})

test('the range screen works by keyboard: arrows in charts, buttons for weeks, and every step has a URL', async () => {
  const page = await visit(week)
  const { keyboard } = page
  const drawing = page.getByRole('group', { name: 'Turns' })
  await tabTo(page, drawing)
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await expectVisible(drawing.getByText(/Tue 12 May, 14 turns/))
  await page.getByRole('button', { name: 'Earlier' }).press('Enter')
  await expect.poll(() => new URL(page.url()).search).toBe('?week=2026-W19')
  await expectVisible(page.getByText('None of these days has a report'))
  await page.getByRole('button', { name: 'Later' }).press('Enter')
  await expectVisible(chart(page, 'Turns'))
  await page.getByLabel('From').fill('2026-05-13')
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-05-13&to=2026-05-17')
  await expectVisible(chart(page, 'Turns').getByText(/on 1 day in /))
  await page.getByRole('button', { name: '90 days' }).click()
  await expectVisible(chart(page, 'Day and hour').getByText('Wednesday', { exact: true }))
  await keyboard.press('g')
  await keyboard.press('d')
  await expectFocused(page.locator('main'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Days' }))
  await page.goBack()
  await expectFocused(page.locator('main'))
})

test('the range screen says what to do about an invalid URL', async () => {
  const page = await visit('/diary/range?week=2026-W77')
  await expectVisible(
    page.getByRole('alert').getByText('Week is no ISO week.'),
    page.getByText('Write it as 2026-W20.'),
  )
})

test('days without turns are no missing days: nothing offers to build them', async () => {
  const page = await visit(week)
  await expectVisible(chart(page, 'Turns').first())
  await expect.poll(() => page.getByRole('region', { name: 'Days without a report' }).count()).toBe(0)
})
