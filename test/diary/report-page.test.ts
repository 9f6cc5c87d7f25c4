import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { axeViolations, contrastViolations, openPage } from '../support/chromium.ts'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'

async function pages() {
  const desk = await openReportDay(inventedDay)
  await synthesizeDay(desk, inventedDay)
  await desk.call('diary_render', {})
  await desk.call('diary_range', { week: '2026-W20' })
  return [join(desk.root, 'report.html'), join(desk.home, 'diary/ranges/2026-05-11_2026-05-17/report.html')]
}

describe('a written report in a browser', () => {
  it('reads well by day, by night and on a narrow screen, for everybody', async () => {
    const files = await pages()
    for (const [index, file] of files.entries()) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openPage({ colorScheme, viewport: { width: 1100, height: 900 } })
        const noise: string[] = []
        page.on('console', message => noise.push(message.text()))
        page.on('request', request => request.url().startsWith('file:') || noise.push(request.url()))
        await page.goto(`file://${file}`)
        if (process.env.DAYBOOK_SHOTS) {
          const path = join(process.env.DAYBOOK_SHOTS, `report-${index}-${colorScheme}.png`)
          await page.screenshot({ path, fullPage: true })
        }
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
        // Of all rules only this one depends on the theme.
        expect(await (colorScheme === 'dark' ? contrastViolations : axeViolations)(page)).toEqual([])
        expect(noise).toEqual([])
        await page.setViewportSize({ width: 320, height: 700 })
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
      }
    }
  })

  it('is printed on white ground with its citations', async () => {
    const [file] = await pages()
    const page = await openPage({ colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto(`file://${file}`)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(32, 30, 26)')
    expect(await page.locator('.item .cites a').first().textContent()).toMatch(/^S\d{4}:\d+-\d+$/)
    expect((await page.pdf()).length).toBeGreaterThan(10_000)
  })
})
