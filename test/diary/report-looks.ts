import { join } from 'node:path'
import { expect } from 'vitest'
import { axeViolations, contrastViolations, openPage } from '../support/chromium.ts'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'

/** The report of a day and of a week, as files. */
export async function reports() {
  const testDiary = await openReportDay(inventedDay)
  await synthesizeDay(testDiary, inventedDay)
  await testDiary.call('diary_render', {})
  await testDiary.call('diary_range', { week: '2026-W20' })
  return {
    day: join(testDiary.root, 'report.html'),
    week: join(testDiary.home, 'diary/ranges/2026-05-11_2026-05-17/report.html'),
  }
}

/** A report reads well on a wide screen and on a narrow one, for every reader. */
export async function expectReadable(span: 'day' | 'week', colorScheme: 'light' | 'dark'): Promise<void> {
  const file = (await reports())[span]
  const page = await openPage({ colorScheme, viewport: { width: 1100, height: 900 } })
  const noise: string[] = []
  page.on('console', message => noise.push(message.text()))
  page.on('request', request => request.url().startsWith('file:') || noise.push(request.url()))
  await page.goto(`file://${file}`)
  if (process.env.DAYBOOK_SHOTS) {
    const path = join(process.env.DAYBOOK_SHOTS, `report-${span}-${colorScheme}.png`)
    await page.screenshot({ path, fullPage: true })
  }
  await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
  // Of all rules only this one depends on the theme.
  expect(await (colorScheme === 'dark' ? contrastViolations : axeViolations)(page)).toEqual([])
  expect(noise).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  // What stood side by side is below each other, each as wide as the table.
  const widths = `[...document.querySelectorAll('.work, .work tbody :is(th, td):not(.none)')].map(({ offsetWidth }) => offsetWidth)`
  await expect.poll(async () => new Set((await page.evaluate(widths)) as number[]).size).toBe(1)
}
