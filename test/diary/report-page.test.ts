import { describe, expect, it } from 'vitest'
import { openPage } from '../support/chromium.ts'
import { expectReadable, reports } from './report-looks.ts'

describe('a written report in a browser', () => {
  it('of a day reads well by day and on a narrow screen, for everybody', () => expectReadable('day', 'light'))

  it('is printed on white ground with its citations', async () => {
    const { day } = await reports()
    const page = await openPage({ colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto(`file://${day}`)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(32, 30, 26)')
    expect(await page.locator('.item .cites a').first().textContent()).toMatch(/^S\d{4}:\d+-\d+$/)
    expect((await page.pdf()).length).toBeGreaterThan(10_000)
  })
})
