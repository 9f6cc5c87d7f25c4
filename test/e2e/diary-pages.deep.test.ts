import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inventedDay } from '../diary/invented-day.ts'
import {
  checkBothThemes,
  checkScreens,
  expectToFit,
  type Found,
  waitUntilLoaded,
  waitUntilPainted,
} from './accessibility.ts'
import {
  addDay,
  addExtremeDays,
  busyDay,
  chainSearch,
  dayScreens,
  hostileDay,
  invented,
  itemSearch,
  quietDay,
} from './diary-home.ts'
import { expectVisible, goTo, startTestServer } from './test-server.ts'

const { open, url } = startTestServer(async home => {
  await addDay(home, invented, inventedDay)
  await addExtremeDays(home)
  return {}
})

test('text from transcripts is always shown as text', async () => {
  const page = await open('/nowhere')
  const noise: string[] = []
  page.on('pageerror', error => noise.push(error.message))
  page.on('console', message => message.type() === 'error' && noise.push(message.text()))
  page.on('dialog', dialog => noise.push(dialog.message()))
  const key = 'hostile-0123456789ab'
  for (const address of [
    '/diary?month=2026-05',
    `/diary/${hostileDay}`,
    `/diary/${hostileDay}/${key}`,
    `/diary/${hostileDay}?${itemSearch('W0001', key)}`,
    `/diary/${hostileDay}?${itemSearch('W0001', key)}&${chainSearch}&lines=1-1`,
  ]) {
    await goTo(page, address)
    await waitUntilLoaded(page)
    await expectVisible(page.getByText('<img src=x onerror=').first())
    expect(await page.title()).not.toBe('owned')
    expect(await page.locator('main img, main script, [role="dialog"] img, a[href^="javascript:"]').count()).toBe(0)
  }
  await expectVisible(page.locator('.line-text', { hasText: '[U+202E]' }))
  expect(noise).toEqual([])
})

test('a day with 200 items takes at most twice the work of one with 20 to open', async () => {
  const work = async (day: string) => {
    const page = await open('/nowhere')
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(`${url()}/diary/${day}`)
    await waitUntilLoaded(page)
    await expectVisible(page.locator('.item-row').first())
    await waitUntilPainted(page)
    const nodes = Number(await page.evaluate('document.querySelectorAll("*").length'))
    return { nodes, requests: asked.filter(address => address.includes('/api/diary/')).length, page }
  }
  const [few, many] = [await work(quietDay), await work(busyDay)]
  expect(many.nodes).toBeLessThanOrEqual(2 * few.nodes)
  expect(many.requests).toBeLessThanOrEqual(2 * few.requests)

  await many.page.getByRole('button', { name: /^Show 50 of/ }).click()
  await expect.poll(() => many.page.locator('.item-row').count()).toBe(74)
})

test.each(['main', 'other'] as const)('the %s screens of days pass axe, light and dark', async which => {
  const found = await checkScreens(await open('/diary'), dayScreens[which], checkBothThemes)
  expect(found).toEqual({})
})

test('the screens of the diary pass axe on a phone, where nothing is wider than the screen', async () => {
  const page = await open('/diary', { viewport: { width: 390, height: 800 } })
  const found: Found = {}
  for (const address of [
    '/diary?month=2026-05',
    `/diary/${invented}`,
    `/diary/${hostileDay}`,
    `/diary/${invented}?${itemSearch('W0001')}&${chainSearch}`,
  ]) {
    await goTo(page, address)
    await waitUntilLoaded(page)
    await expectToFit(page, 390, address)
    await checkBothThemes(page, address, found)
  }
  expect(found).toEqual({})
})

test('the drawer moves only without reduced motion', async () => {
  const page = await open(`/diary/${invented}?${itemSearch('W0001')}`)
  const duration = (at: Page) => at.evaluate('getComputedStyle(document.querySelector(".sheet")).animationDuration')
  await expectVisible(page.locator('.sheet'))
  await expect.poll(() => duration(page)).toBe('0.001s')
  const moving = await open(`/diary/${invented}?${itemSearch('W0001')}`, { reducedMotion: 'no-preference' })
  await expectVisible(moving.locator('.sheet'))
  await expect.poll(() => duration(moving)).toBe('0.16s')
})
