import { expect, test } from 'vitest'
import { axeViolations, openPage } from '../support/chromium.ts'
import { desktop, started } from './first-start.ts'
import { expectVisible } from './test-server.ts'

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
    ['Slack', /^\*Tuesday, 12 May 2026 · ledger\*\n\n\*(?:Done|Open)\*\n• \w/],
    ['Markdown', /^\*\*Tuesday, 12 May 2026 · ledger\*\*\n\n\*\*(?:Done|Open)\*\*\n- \w/],
    ['E-mail', /^Tuesday, 12 May 2026 · ledger\n\n(?:Done|Open)\n- \w/],
  ] as const) {
    await copy.getByRole('button', { name: form }).click()
    await expectVisible(page.getByText(`The stand-up for ${form} copied`))
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(begins)
  }
  await page.locator('.item-row').first().click()
  await expectVisible(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Evidence of turn 1, lines? / })
      .first(),
  )
  await page.keyboard.press('Escape')

  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expectVisible(page.getByRole('heading', { level: 1, name: /^Yesterday, Tue 12 May: / }))
  await expect.poll(() => page.getByLabel('Saturday, 9 May 2026: 2 turns').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
})
