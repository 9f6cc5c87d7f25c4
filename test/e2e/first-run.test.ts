import { expect, test } from 'vitest'
import { running } from '../cli/running.ts'
import { agentHome } from '../diary/home.ts'
import { appendTurn, writeOwnDay } from '../diary/own-days.ts'
import { axeViolations, openPage } from '../support/chromium.ts'
import { expectVisible } from './test-server.ts'

const clock = { DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_NOW: '2026-05-13T08:00:00Z' }

/** `daybook start` in an empty home on a machine with these days of work; answers the address it would open. */
async function started(...days: string[]) {
  const machine = agentHome()
  for (const day of days) writeOwnDay(machine.claude(day), day)
  const path = machine.claude(days.at(-1) ?? '')
  if (days.length > 0)
    appendTurn(
      path,
      `${days.at(-1)}T02:20:00.000Z`,
      'And the fees?',
      'Should I round the fees half up, or half to even as well?',
    )
  const run = (port = '0') =>
    running(['start', '--no-open', '--port', port], machine.home, { ...machine.env, ...clock })
  const first = run()
  const url = await first.url()
  const opened = async () => {
    await expect.poll(() => first.seen.stderr, { timeout: 30_000 }).toMatch(/→ \S+\n/)
    return /→ (\S+)\n/.exec(first.seen.stderr)?.[1] ?? ''
  }
  return { machine, first, url, opened, again: () => run(new URL(url).port) }
}

const desktop = { viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] }

test('from an empty home with transcripts: the own day without a click, its evidence and the stand-up with one', async () => {
  const { opened, first } = await started('2026-05-09', '2026-05-12')
  const address = await opened()
  expect(first.seen.stderr).toContain('Found 2 Claude Code transcripts, written 9 May to ')
  expect(new URL(address).pathname).toBe('/diary/2026-05-12')
  const page = await openPage(desktop)
  await page.goto(address)
  await expectVisible(
    page.locator('.item-row').first(),
    page.getByText('Read on this machine; nothing was sent.'),
    page.getByText('Tuesday, 12 May 2026'),
  )
  const copy = page.getByRole('group', { name: 'Copy stand-up' })
  for (const [form, begins] of [
    ['Slack', /^\*Tuesday, 12 May 2026\*\n\n\*(?:Done|Open)\*\n• \*ledger\*: /],
    ['Markdown', /^\*\*Tuesday, 12 May 2026\*\*\n\n\*\*(?:Done|Open)\*\*\n- \*\*ledger\*\*: /],
    ['E-mail', /^Tuesday, 12 May 2026\n\n(?:Done|Open)\n- ledger: /],
  ] as const) {
    await copy.getByRole('button', { name: form }).click()
    await expectVisible(page.getByText(`The stand-up for ${form} copied`))
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(begins)
  }
  await page.locator('.item-row').first().click()
  await expectVisible(page.getByRole('dialog').getByText(/S0001/).first())
  await page.keyboard.press('Escape')

  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expectVisible(page.getByRole('heading', { level: 1, name: /^Yesterday, Tue 12 May: / }))
  await expect.poll(() => page.getByLabel('Saturday, 9 May 2026: 2 turns').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
})

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
