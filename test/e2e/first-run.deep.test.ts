import { expect, test } from 'vitest'
import { running } from '../cli/running.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'
import { axeViolations, openPage } from '../support/chromium.ts'
import { expectToFit } from './accessibility.ts'
import { desktop, started } from './first-start.ts'
import { expectVisible } from './test-server.ts'

test('a turn shows as it is written, an inbox item is dismissed for good, and the page outlives its server', async () => {
  const { opened, first, machine, again } = await started('2026-05-12')
  const page = await openPage(desktop)
  await page.goto(new URL('/', await opened()).href)
  await expectVisible(page.getByRole('heading', { level: 1, name: /^Yesterday, Tue 12 May: / }))
  const fresh = machine.claude('2026-05-13')
  writeOwnDay(fresh, '2026-05-13')
  appendTurn(fresh, '2026-05-13T07:59:00.000Z', 'Round the fees half to even')
  await expectVisible(page.getByText('Round the fees half to even'))

  await page.keyboard.press('g')
  await page.keyboard.press('x')
  const waiting = page.locator('.inbox-rows li', { hasText: 'Should I round the fees half up' })
  await expectVisible(waiting)
  expect(await axeViolations(page)).toEqual([])
  await waiting.getByRole('button', { name: /^Dismiss/ }).press('Enter')
  await waiting.waitFor({ state: 'detached' })
  await page.reload()
  await expectVisible(page.getByText('You’re all caught up.'))

  // The server dies under the open page and comes back.
  await first.stop('SIGKILL')
  await expectVisible(page.getByText('Not connected'))
  const second = again()
  await second.url()
  await expectVisible(page.getByText('Live', { exact: true }))
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: /12 May|13 May|Today/ }))
})

test('from an empty home without transcripts: the sample on every page, and its removal with one click', async () => {
  const { url } = await started()
  const page = await openPage(desktop)
  await page.goto(url)
  const banner = page.getByRole('status').filter({ hasText: 'Sample.' })
  for (const path of ['/', '/diary', '/p/sample', '/inbox']) {
    await page.goto(`${url}${path}`)
    await expectVisible(banner)
  }
  await page.goto(url)
  await page.getByRole('button', { name: 'Remove the sample' }).click()
  await expectVisible(page.getByText('The sample is removed'))
  await banner.waitFor({ state: 'detached' })
  const listed = await (await fetch(`${url}/api/records/list_projects`)).json()
  expect(listed).toMatchObject({ projects: [{ id: 'default' }] })
})

test('the sample fits a phone: a day that is incomplete for two reasons, and what an agent gets of a record', async () => {
  const { url } = await started()
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  const report = `${url}/api/diary/diary_report?date=2026-05-11`
  await expect.poll(async () => Object(await (await fetch(report)).json()).status, { timeout: 30_000 }).toBe('ok')
  await page.goto(`${url}/diary/2026-05-11`)
  await expectVisible(page.locator('.item-row').first(), page.getByText(/^incomplete: .*; /))
  await expectToFit(page, 390, 'the day')
  // The banner of the sample takes from the transcript, not from what is below it.
  await page.locator('.cite').first().click()
  const bar = page.getByRole('region', { name: 'Selected lines' })
  await expectVisible(bar, page.getByText('Sample.'))
  await expect.poll(async () => Object(await bar.boundingBox())).toMatchObject({ height: expect.any(Number) })
  const { y, height } = Object(await bar.boundingBox())
  expect(y + height).toBeLessThanOrEqual(844)
  await page.goto(`${url}/p/sample/records/R90007?view=context`)
  await expectVisible(page.getByText('gets this; looking at it changes nothing.'))
  await expectToFit(page, 390, 'the bundle of a record')
  await page.goto(`${url}/diary/2026-05-13`)
  await page.getByRole('link', { name: 'Read the last day with work' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/diary/2026-05-12')
})

test('addresses of earlier versions lead to where their content is now', async () => {
  const { url } = await started()
  const page = await openPage(desktop)
  for (const [old, now] of [
    ['/p/default/records', '/p/default'],
    ['/settings/sources', '/diary/sources'],
    ['/diary/today', '/diary/2026-05-13'],
  ] as const) {
    await page.goto(`${url}${old}`)
    await expect.poll(() => new URL(page.url()).pathname).toBe(now)
  }
})

test('a day that was read before it was over is read to its end when it is opened the day after', async () => {
  const { opened, first, machine } = await started('2026-05-13')
  await opened()
  const report = (url: string) => `${url}/api/diary/diary_status?date=2026-05-13`
  const state = async (url: string) => Object(await (await fetch(report(url))).json()).day_status
  const url = await first.url()
  await expect.poll(() => state(url), { timeout: 30_000 }).toBe('partial')
  await first.stop('SIGKILL')
  // It builds nothing by itself.
  const clock = { DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_NOW: '2026-05-14T08:00:00Z' }
  const later = running(['serve', '--port', '0'], machine.home, { ...machine.env, ...clock })
  const page = await openPage(desktop)
  await page.goto(`${await later.url()}/diary/2026-05-13`)
  await expectVisible(page.locator('.item-row').first())
  await page.getByText('the day is not over yet').waitFor({ state: 'detached', timeout: 30_000 })
  await expect.poll(async () => state(await later.url())).toBe('final')
})
