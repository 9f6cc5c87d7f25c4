import { expect, test } from 'vitest'
import { chainFor, ledger } from '../diary/build-workspace.ts'
import { date } from './long-session.ts'
import { expectFocused, expectVisible, goTo, startTestServer, tabTo } from './test-server.ts'
import { addTranscripts, isInView, project, recordRangeRequests, row } from './transcript-home.ts'

const { open, visit, url, call } = startTestServer(home => {
  addTranscripts(home, 200)
  return {}
})

test('a keyboard user moves through lines and turns, selects lines, copies their citation and goes to other screens', async () => {
  const page = await visit(`${project}/S0002`)
  const { keyboard } = page
  await tabTo(page, row(page, 1))
  await keyboard.press('j')
  await expectFocused(row(page, 2))
  await keyboard.press('k')
  await expectFocused(row(page, 1))
  await keyboard.press(']')
  await expectFocused(row(page, 21))
  await keyboard.press(']')
  await keyboard.press('[')
  await expectFocused(row(page, 21))
  await keyboard.press('Enter')
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Shift+ArrowDown')
  // Line 23 is reasoning, which the page does not show.
  await expectFocused(row(page, 24))
  await expect.poll(() => new URL(page.url()).hash).toBe('#L21-L24')
  await keyboard.press('c')
  await expectVisible(page.getByRole('status').getByText('S0002:21-24 copied'))
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('S0002:21-24')
  await keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await keyboard.press('/')
  await expectFocused(page.getByLabel('Search in this session'))
  await keyboard.type('changelog')
  await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 of 2')
  await keyboard.press('Enter')
  await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('2 of 2')
  await keyboard.press('Shift+Enter')
  await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 of 2')
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await keyboard.press('g')
  await keyboard.type('150')
  await keyboard.press('Enter')
  await expectFocused(row(page, 150))
  await keyboard.press('g')
  await keyboard.press('s')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Sources' }))
})

test('a key that is pressed while lines arrive moves the focus, on a slow machine too', async () => {
  const page = await open(`${project}/S0002`)
  const devtools = await page.context().newCDPSession(page)
  for (const delay of [0, 40, 80]) {
    await page.reload()
    await row(page, 1).waitFor()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    for (const start of [21, 41, 61, 81]) {
      await page.keyboard.press(']', { delay })
      await expectFocused(row(page, start))
    }
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
})

test('an edit is shown as old and new lines, a long one with what is around the change', async () => {
  const page = await visit(`${project}/S0002`)
  const short = row(page, 8).getByRole('figure', { name: 'Change of /fake/orchard/src/money.ts' })
  await expectVisible(short.getByText('Math.round(amount)'), short.getByText('halfEven(amount)'))
  await goTo(page, `${project}/S0004`)
  const long = row(page, 2).getByRole('figure', { name: 'Change of /fake/orchard/src/prices.ts' })
  await expectVisible(
    long.locator('tr.old', { hasText: 'priceOf(30)' }),
    long.locator('tr.new', { hasText: 'weightOf(30)' }),
  )
  await expect.poll(() => long.getByText('priceOf(31)').count()).toBe(1)
  await expect.poll(() => row(page, 2).getByText('old_string').count()).toBe(0)
})

test('lines are selected with the mouse, and a link to them shows the same selection', async () => {
  const page = await visit(`${project}/S0002`)
  await row(page, 4).getByRole('button', { name: 'Line 4' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#L4')
  await row(page, 8)
    .getByRole('button', { name: 'Line 8' })
    .click({ modifiers: ['Shift'] })
  await expect.poll(() => new URL(page.url()).hash).toBe('#L4-L8')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectVisible(page.getByText('Link copied'))
  const link = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(link).toBe(`${url()}${project}/S0002#L4-L8`)
  await page.goto('about:blank')
  await page.goto(link)
  await expectVisible(page.getByText('Lines 4–8'), row(page, 8))
  await expect.poll(() => page.locator('.line.selected').count()).toBe(5)
})

test('transcript lines show calls with their results, and say what is broken, left out or cut', async () => {
  const page = await visit(`${project}/S0002`)
  await expectVisible(row(page, 2))
  expect(await row(page, 3).count()).toBe(0)
  await page.getByRole('button', { name: /^Show \d+ hidden rows$/ }).click()
  await expectVisible(
    row(page, 3).getByText('Reasoning, left out'),
    row(page, 8).getByText('Edit', { exact: true }),
    row(page, 9).getByText('The file was updated.'),
    row(page, 11).getByText('error', { exact: true }),
    row(page, 13).getByText('trimmed', { exact: true }),
  )
  await page.keyboard.press('g')
  await page.keyboard.type('58')
  await page.keyboard.press('Enter')
  await expectVisible(row(page, 58).getByText(/Malformed line of \d+ B/))
  await page.keyboard.press('g')
  await page.keyboard.type('99')
  await page.keyboard.press('Enter')
  await expectVisible(row(page, 99).getByText('Empty line'))
})

test('raw lines are loaded a few at a time, and a large one only on demand', async () => {
  const page = await visit('/nowhere')
  const asked = recordRangeRequests(page)
  await goTo(page, `${project}/S0002?mode=full`)
  await expectVisible(row(page, 1).getByText('"promptId":"p1"'))
  await page.keyboard.press('g')
  await page.keyboard.type('19')
  await page.keyboard.press('Enter')
  const large = row(page, 19).getByRole('button', { name: /^Show this line of [\d.]+ kB$/ })
  await large.click()
  await expectVisible(row(page, 19).getByText('"uuid":"b2-19"'), row(page, 19).getByText(/Show [\d,]+ more characters/))
  const full = asked.filter(({ mode }) => mode === 'full')
  expect(full.length).toBeGreaterThan(0)
  for (const { start_line, end_line } of full) expect(end_line - start_line).toBeLessThan(20)
  expect(full.filter(({ start_line, end_line }) => start_line <= 19 && end_line >= 19)).toHaveLength(1)
  await page.getByRole('button', { name: 'Compact' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expectVisible(row(page, 19).getByText('Very long.').first())
})

test('transcript lines stay text: no script, no markup, nothing fetched, nothing hidden', async () => {
  const page = await visit('/')
  const complaints: string[] = []
  page.on('request', request => request.url().startsWith(url()) || complaints.push(request.url()))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  for (const search of ['', '?mode=full', '?q=hostile']) {
    await goTo(page, `${project}/S0002${search}#L18`)
    await expectVisible(row(page, 18).getByText('onerror').first())
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('.line-list img, .line-list script').count()).toBe(0)
  }
  await expectVisible(row(page, 18).getByText('[U+202E]␛[31m'))
  expect(complaints).toEqual([])
})

test('each turn has a heading above its first line with time and ending', async () => {
  const chain = { project_key: ledger, session_ref: 'S0002', date, evidence_chain: chainFor('T0002', 21) }
  expect(await call('write_evidence', chain)).toMatchObject({ status: 'appended' })
  const page = await open(`${project}/S0002?turn=T0002`)
  const band = row(page, 21).locator('.turn-band')
  await expectVisible(band.getByText('Turn 2'), band.getByText('09:21'), band.getByText('Result'))
  await expect.poll(() => isInView(page, 21)).toBe(true)
  await page.getByRole('button', { name: 'Next turn' }).click()
  await expectVisible(row(page, 41).getByText('No evidence'))
})

test('the transcript screen says what to do about an unknown or empty session', async () => {
  const page = await visit(`${project}/S0009`)
  await expectVisible(page.getByText('This day has no such session'))
  await goTo(page, `/diary/2026-01-01/${ledger}/S0001`)
  await expectVisible(page.getByRole('alert').getByText(/daybook diary prepare/))
  await goTo(page, `${project}/S0003`)
  await expectVisible(page.getByText('The transcript has no lines'))
})

test('progress is left out, results are folded, a sub-agent is below its call, and cited lines flash', async () => {
  const page = await visit(`${project}/S0002#L13-L13`)
  await expectVisible(row(page, 13))
  await expect.poll(() => row(page, 13).getAttribute('data-flashed')).toBe('true')
  // Cited lines show their result whole; of others one line, the rest on demand.
  await expectVisible(row(page, 13).getByRole('button', { name: 'Fold' }))
  const folded = page.getByRole('button', { name: 'Show result' }).first()
  await folded.click()
  await expect.poll(() => page.getByRole('button', { name: 'Fold' }).count()).toBe(2)
})
