import { expect, it } from 'vitest'
import { openPage } from '../support/chromium.ts'
import { expectReadable, reports } from './report-looks.ts'

it.each([
  ['day', 'dark'],
  ['week', 'light'],
  ['week', 'dark'],
] as const)('a written report of a %s in a browser reads well in a %s theme and on a narrow screen', expectReadable)

it('a written report is printed on white ground with its citations, on a few pages unless more was unfolded', async () => {
  const { day } = await reports()
  const page = await openPage({ colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`file://${day}`)
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(32, 30, 26)')
  expect(await page.locator('.item .cites a').first().textContent()).toMatch(/^S\d{4}:\d+(?:-\d+)?$/)
  const pages = async () => (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  const few = await pages()
  expect(few).toBeGreaterThan(0)
  expect(few).toBeLessThanOrEqual(3)
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
  expect(await pages()).toBeGreaterThan(few)
})
