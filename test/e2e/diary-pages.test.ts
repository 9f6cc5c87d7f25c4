import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ledger } from '../diary/build-workspace.ts'
import { inventedDay } from '../diary/invented-day.ts'
import { waitUntilLoaded } from './accessibility.ts'
import { addDay, invented, itemSearch } from './diary-home.ts'
import { askedBefore } from './first-scripts.ts'
import { expectFocused, expectVisible, goTo, startTestServer, tabTo } from './test-server.ts'

const { visit, open, url, home } = startTestServer(async home => {
  await addDay(home, invented, inventedDay)
  return {}
})

test('the page of a day shows its work after eight scripts and no call, since its answers come with the document', async () => {
  const page = await open('/diary/sources')
  const { asked, scripts, gzipped } = await askedBefore(page, '.item-row', `${url()}/diary/${invented}`)
  expect(asked.filter(path => /diary_(status|report)$/.test(path))).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(20)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.length).toBeLessThanOrEqual(8)
  expect(gzipped).toBeLessThanOrEqual(150_000)
})

test('a keyboard user gets from the list of days down to the cited line', async () => {
  const page = await visit('/diary?month=2026-05')
  await expectVisible(page.getByRole('link', { name: /^Tuesday, 12 May 2026: \d work items/ }))
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/diary/${invented}`)

  const row = page.locator('.item-row', { hasText: 'Round half to even' })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expectFocused(drawer.getByRole('heading', { level: 2, name: /Round half to even/ }))

  await tabTo(page, drawer.getByRole('button', { name: /^Evidence of turn 1, lines? / }).first())
  await page.keyboard.press('Enter')
  await expectFocused(drawer.getByRole('heading', { level: 2, name: 'Evidence of turn 1' }))
  await tabTo(page, drawer.getByRole('button', { name: 'line 1' }).first())
  await page.keyboard.press('Enter')
  await expectVisible(drawer.locator('.line-text', { hasText: 'Round amounts half to even' }))
  await tabTo(page, drawer.getByRole('link', { name: /Open line 1 in the transcript/ }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/diary/${invented}/${ledger}/S0001?turn=T0001#L1-L1`)
})

test('Escape closes the drawer and returns the focus to the row', async () => {
  const page = await visit(`/diary/${invented}`)
  const row = page.locator('.item-row', { hasText: 'Round half to even' })
  await row.press('Enter')
  await expectVisible(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await expectFocused(row)
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('the arrow keys move through the timeline and the charts, and each step is announced', async () => {
  const page = await visit(`/diary/${invented}`)
  await waitUntilLoaded(page)
  const cursor = page.locator('.turn-cursor')
  await cursor.focus()
  await expectVisible(page.locator('.timeline [aria-live]', { hasText: '08:12–08:41' }))
  await page.keyboard.press('ArrowRight')
  await expectVisible(page.locator('.timeline [aria-live]', { hasText: '08:55–09:02' }))
  await page.keyboard.press('End')
  await expectVisible(page.locator('.timeline [aria-live]', { hasText: '22:50–00:26' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/diary/${invented}/infra-80ac77b1e0f4/S0001?turn=T0002#L5-L8`)

  await page.goBack()
  const tools = page.getByRole('group', { name: 'Tools' })
  await tools.press('ArrowDown')
  await expectVisible(tools.locator('[aria-live]', { hasText: 'Bash, 18 calls' }))
})

test('a day shows open and missing work first, whatever is filtered, and who wrote it', async () => {
  const page = await visit(`/diary/${invented}`)
  await waitUntilLoaded(page)
  await page.getByRole('button', { name: 'Agent' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Gemini CLI' }).click()
  await page.waitForURL(/sources=/)
  await page.keyboard.press('Escape')
  await expectVisible(page.getByRole('heading', { name: /Still open/ }))
  await expectVisible(page.getByRole('link', { name: 'storefront, turn 4' }))
  await expectVisible(page.getByRole('link', { name: /Ask me before you decide/ }).last())
  await expect.poll(() => page.locator('.item-row').count()).toBe(1)
  await expectVisible(page.getByText(/^Written by /))
  await expectVisible(page.getByText(/Of 14 turns, 13 have evidence and 14 are in exactly one work item/))

  await page.reload()
  await waitUntilLoaded(page)
  await expect.poll(() => page.locator('.item-row').count()).toBe(1)
  await expectVisible(page.getByRole('button', { name: 'Agent: Gemini CLI' }))
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => page.locator('.item-row').count()).toBe(9)
})

test('a day filters by how turns ended, by kind and by project', async () => {
  const page = await visit(`/diary/${invented}?states=${encodeURIComponent('["failed"]')}`)
  await waitUntilLoaded(page)
  await expect
    .poll(() => page.locator('.item-row').allInnerTexts())
    .toEqual([expect.stringContaining('Ask me before you decide')])
  await goTo(page, `/diary/${invented}?kinds=${encodeURIComponent('["evidence_gap_item"]')}`)
  await waitUntilLoaded(page)
  await expect
    .poll(() => page.locator('.item-row').allInnerTexts())
    .toEqual([expect.stringContaining('without evidence')])
  await goTo(page, `/diary/${invented}?projects=${encodeURIComponent('["notes-2f8a18c16fe5"]')}`)
  await waitUntilLoaded(page)
  await expect.poll(() => page.locator('.item-row').count()).toBe(1)
  await expectVisible(page.getByText('2 calls of 1 tool; most used is read with 2.'))
})

test('a day has each chart as a table too', async () => {
  const page = await visit(`/diary/${invented}`)
  await waitUntilLoaded(page)
  for (const name of ['Timeline', 'Files', 'Tools', 'Tokens and cost', 'Checks']) {
    await page.getByText(`${name} as a table`).click()
    const table = page.getByRole('region', { name: `${name} as a table` }).getByRole('table')
    await expectVisible(table)
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(1)
  }
})

test('a day shows which citations still verify, and which lines have changed since', async () => {
  const project = 'infra-80ac77b1e0f4'
  const page = await visit(`/diary/${invented}?${itemSearch('W0001', project)}`)
  const drawer = page.getByRole('dialog')
  await expectVisible(drawer.locator('.verdict.verified').first())
  const folder = join(home, 'diary', 'work', invented, 'projects', project, 'sessions', 'gemini-cli')
  const [name = ''] = readdirSync(folder)
  const text = readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, name), text.replace('Step 1.', 'Step 0.'))
  try {
    await page.reload()
    await expectVisible(drawer.locator('.verdict.changed').first())
    await expectVisible(drawer.locator('.doubted').first())
    await page.keyboard.press('Escape')
    await expectVisible(page.getByRole('heading', { name: /sentences of this report are no longer supported/ }))
    await expect.poll(() => page.locator('.item-row:not(:has(.doubted))').count()).toBeGreaterThan(5)
  } finally {
    writeFileSync(join(folder, name), text)
  }
})

test('an unprepared day offers to prepare it; an invalid date says so', async () => {
  const page = await visit('/diary/2026-04-01')
  await expectVisible(page.getByText('No agent worked on this day'))
  await goTo(page, `/diary/2026-02-30`)
  await expectVisible(page.getByText('This is not a valid date'))
})
