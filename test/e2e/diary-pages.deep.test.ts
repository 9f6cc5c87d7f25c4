import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inventedDay } from '../diary/invented-day.ts'
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
import { type Found, fits, loaded, look, lookAtScreens, painted } from './look.ts'
import { goTo, shown, visiting } from './web-visitor.ts'

const { open, url } = visiting(async home => {
  await addDay(home, invented, inventedDay)
  await addExtremeDays(home)
  return {}
})

test('text out of transcripts is only ever text', async () => {
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
    await loaded(page)
    await shown(page.getByText('<img src=x onerror=').first())
    expect(await page.title()).not.toBe('owned')
    expect(await page.locator('main img, main script, [role="dialog"] img, a[href^="javascript:"]').count()).toBe(0)
  }
  await shown(page.locator('.line-text', { hasText: '[U+202E]' }))
  expect(noise).toEqual([])
})

test('a day with 200 items takes at most twice the work of one with 20 to open', async () => {
  const work = async (day: string) => {
    const page = await open('/nowhere')
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(`${url()}/diary/${day}`)
    await loaded(page)
    await shown(page.locator('.item-row').first())
    await painted(page)
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
  const found = await lookAtScreens(await open('/diary'), dayScreens[which], look)
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
    await loaded(page)
    await fits(page, 390, address)
    await look(page, address, found)
  }
  expect(found).toEqual({})
})

test('who wants little motion gets none, and others see the drawer move', async () => {
  const page = await open(`/diary/${invented}?${itemSearch('W0001')}`)
  const duration = (shown: Page) =>
    shown.evaluate('getComputedStyle(document.querySelector(".sheet")).animationDuration')
  await shown(page.locator('.sheet'))
  await expect.poll(() => duration(page)).toBe('0.001s')
  const moving = await open(`/diary/${invented}?${itemSearch('W0001')}`, { reducedMotion: 'no-preference' })
  await shown(moving.locator('.sheet'))
  await expect.poll(() => duration(moving)).toBe('0.16s')
})
