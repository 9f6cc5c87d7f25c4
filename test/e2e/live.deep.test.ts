import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { running } from '../cli/running.ts'
import { note } from '../cli/temp-daybook.ts'
import { agentHome } from '../diary/home.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'
import { runPreloaded } from '../support/binary.ts'
import { openPage } from '../support/chromium.ts'
import { expectVisible } from './test-server.ts'

const today = '2026-05-12'
const clock = { DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_NOW: `${today}T08:00:00Z` }
const allowedMs = 2000
/** A busy machine may be late once; a wait that is built in is late every time. */
const tries = 6

test('a turn that is appended shows within two seconds on Home, on its day and in its transcript', async () => {
  const machine = agentHome()
  const transcript = machine.claude(today)
  writeOwnDay(transcript, today)
  const server = running(['start', '--no-open', '--port', '0'], machine.home, { ...machine.env, ...clock })
  const url = await server.url()
  await expect.poll(() => server.seen.stderr, { timeout: 30_000 }).toMatch(/→ \S+\n/)

  const day = await openPage()
  await day.goto(`${url}/diary/${today}`)
  await expectVisible(day.locator('.item-row').first())
  const cited = await day.locator('.item-told .cite').first().getAttribute('href')
  const pages = { Home: await openPage(), 'the day': day, 'the transcript': await openPage() }
  await pages.Home.goto(url)
  await pages['the transcript'].goto(new URL(cited ?? '', url).href)
  await expectVisible(pages.Home.getByText('Today so far'), pages['the transcript'].locator('[data-line]').first())

  const best = new Map<string, number>()
  for (let turn = 1; turn <= tries; turn++) {
    const words = `Round fee ${turn} half to even`
    const began = performance.now()
    appendTurn(transcript, `${today}T07:${String(turn + 10)}:00.000Z`, words)
    await Promise.all(
      Object.entries(pages).map(async ([name, page]) => {
        await page.getByText(words).first().waitFor({ timeout: 30_000 })
        best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - began))
      }),
    )
    if ([...best.values()].every(ms => ms <= allowedMs)) break
  }
  expect(Object.fromEntries([...best].filter(([, ms]) => ms > allowedMs))).toEqual({})
})

test('the first turn of today takes the place of the words that nobody has worked yet', async () => {
  const machine = agentHome()
  const yesterday = '2026-05-11'
  writeOwnDay(machine.claude(yesterday), yesterday)
  const server = running(['start', '--no-open', '--port', '0'], machine.home, { ...machine.env, ...clock })
  const url = await server.url()
  await expect.poll(() => server.seen.stderr, { timeout: 30_000 }).toMatch(/→ \S+\n/)
  const page = await openPage()
  await page.goto(`${url}/diary/${today}`)
  await expectVisible(
    page.getByText('No agent has worked today'),
    page.getByRole('link', { name: 'Read the last day with work' }),
  )
  const transcript = machine.claude(today)
  mkdirSync(dirname(transcript), { recursive: true })
  appendTurn(transcript, `${today}T07:30:00.000Z`, 'Round the fee half to even')
  await page.getByText('No agent has worked today').waitFor({ state: 'detached', timeout: 40_000 })
  await expect.poll(() => page.locator('main').innerText(), { timeout: 15_000 }).toContain('Nothing finished')
})

test('eight pages of one browser follow what happens, and go on when the first of them is closed', async () => {
  const machine = agentHome()
  const transcript = machine.claude(today)
  writeOwnDay(transcript, today)
  const server = running(['start', '--no-open', '--port', '0'], machine.home, { ...machine.env, ...clock })
  const url = await server.url()
  await expect.poll(() => server.seen.stderr, { timeout: 30_000 }).toMatch(/→ \S+\n/)
  const first = await openPage()
  const others = await Promise.all(Array.from({ length: 7 }, () => first.context().newPage()))
  // A browser has six connections to a server.
  for (const page of [first, ...others]) {
    await page.goto(url)
    await expectVisible(page.getByText('Today so far'), page.getByText('Live', { exact: true }))
  }
  const showAll = async (words: string, minute: number) => {
    appendTurn(transcript, `${today}T07:${minute}:00.000Z`, words)
    await expectVisible(...others.map(page => page.getByText(words).first()))
  }
  await showAll('Round fee one half to even', 20)
  await first.close()
  await showAll('Round fee two half to even', 21)
})

test('after the server was away, a day that was opened meanwhile and a search show what they hold', async () => {
  const machine = agentHome()
  writeOwnDay(machine.claude(today), today)
  const start = (port: string) =>
    running(['start', '--no-open', '--port', port], machine.home, { ...machine.env, ...clock })
  const server = start('0')
  const url = await server.url()
  await expect.poll(() => server.seen.stderr, { timeout: 30_000 }).toMatch(/→ \S+\n/)
  const [days, search] = [await openPage(), await openPage()]
  await days.goto(`${url}/diary`)
  await search.goto(`${url}/p/default/search`)
  await expectVisible(days.locator('a[data-row]').first(), search.getByRole('searchbox'))
  await server.stop('SIGKILL')
  await expectVisible(days.getByText('Not connected'), search.getByText('Not connected'))
  await days.locator('a[data-row]').first().click()
  await search.getByRole('searchbox').fill('amounts')
  await expectVisible(days.getByText('This screen could not be loaded.'), search.getByText('Daybook does not answer.'))
  // Said once, not by every part of the search.
  await expect.poll(() => search.getByText('Daybook does not answer.').count()).toBe(1)
  await start(new URL(url).port).url()
  await expectVisible(days.locator('.item-row').first(), search.getByText('Round amounts half to even').first())
})

test('a page that takes the stream over goes on from where the page before it was, also where the server was away', async () => {
  const machine = agentHome()
  const start = (port: string) => running(['serve', '--port', port], machine.home, machine.env)
  const server = start('0')
  const url = await server.url()
  const holder = await openPage()
  const others = await Promise.all(Array.from({ length: 2 }, () => holder.context().newPage()))
  for (const page of [holder, ...others]) {
    await page.goto(`${url}/p/default/records`)
    await expectVisible(page.getByText('Live', { exact: true }))
  }
  await server.stop('SIGKILL')
  await Promise.all(others.map(page => expectVisible(page.getByText('Not connected'))))
  await holder.close()
  expect(await runPreloaded(['call', 'create_record', JSON.stringify(note)], { home: machine.home })).toMatchObject({
    code: 0,
  })
  await start(new URL(url).port).url()
  await Promise.all(others.map(page => expectVisible(page.getByText('1 write since you loaded'))))
})

test('a page that nobody sees leaves the stream to the one that is seen', async () => {
  const machine = agentHome()
  const url = await running(['serve', '--port', '0'], machine.home, machine.env).url()
  const first = await openPage()
  const [second, third] = [await first.context().newPage(), await first.context().newPage()]
  const opened = new Map<Page, number>()
  for (const page of [first, second, third]) {
    page.on('request', request => {
      if (request.url().includes('/api/feed')) opened.set(page, (opened.get(page) ?? 0) + 1)
    })
    await page.goto(`${url}/p/default/records`)
    await expectVisible(page.getByText('Live', { exact: true }))
  }
  const streams = () => [first, second, third].map(page => opened.get(page) ?? 0)
  expect(streams()).toEqual([1, 0, 0])
  await show(second, 'hidden')
  // The second waits before the third, but is not seen.
  await show(first, 'hidden')
  await expect.poll(streams).toEqual([1, 0, 1])
  await show(third, 'hidden')
  await show(second, 'visible')
  await expect.poll(streams).toEqual([1, 1, 1])
  await Promise.all([first, second, third].map(page => expectVisible(page.getByText('Live', { exact: true }))))
})

/** Says that the page is seen or not, which a browser without a window never does. */
async function show(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))
  `)
}
