import { expect, it } from 'vitest'
import { openPage } from '../support/chromium.ts'
import { expectReadable, reports } from './report-looks.ts'

it.each([
  ['day', 'dark'],
  ['week', 'light'],
  ['week', 'dark'],
] as const)('a written report of a %s in a browser reads well in a %s theme and on a narrow screen', expectReadable)

it('a written report is printed on white ground with its citations', async () => {
  const { day } = await reports()
  const page = await openPage({ colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`file://${day}`)
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(32, 30, 26)')
  expect(await page.locator('.item .cites a').first().textContent()).toMatch(/^S\d{4}:\d+-\d+$/)
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
})
