import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkBothThemes, expectToFit, type Found, waitUntilLoaded, waitUntilPainted } from './accessibility.ts'
import { needle, needleLine } from './long-session.ts'
import { expectFocused, expectVisible, goTo, startTestServer } from './test-server.ts'
import { addTranscripts, isInView, project, recordRangeRequests, row } from './transcript-home.ts'

const many = 100_000

const { open, url } = startTestServer(home => {
  addTranscripts(home, many)
  return {}
})

const rowCount = (page: Page) => page.locator('[data-line]').count()

test('a session of 100 000 lines opens at the lines in its URL, with few rows and few requests', async () => {
  const page = await open('/nowhere')
  const asked = recordRangeRequests(page)
  await page.goto(`${url()}${project}/S0001#L${needleLine}-L${needleLine + 2}`)
  await expectVisible(row(page, needleLine).getByText(needle))
  await expect.poll(() => isInView(page, needleLine)).toBe(true)
  for (const line of [needleLine, needleLine + 1, needleLine + 2]) {
    await expect.poll(() => row(page, line).getAttribute('class')).toContain('selected')
  }
  await expect.poll(() => row(page, needleLine + 3).getAttribute('class')).not.toContain('selected')
  await expect.poll(() => row(page, needleLine).getAttribute('aria-posinset')).toBe(String(needleLine))
  await expect.poll(() => row(page, needleLine).getAttribute('aria-setsize')).toBe(String(many))
  await expectVisible(page.getByText(`Lines ${needleLine}–${needleLine + 2}`))
  expect(await rowCount(page)).toBeLessThan(90)
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('a session of 100 000 lines is scrolled from end to end without requesting the lines in between', async () => {
  const page = await open(`${project}/S0001`)
  await expectVisible(row(page, 1).getByText('(part 1)'))
  const asked = recordRangeRequests(page)
  let most = 0
  for (let step = 1; step <= 50; step++) {
    await page.getByRole('list', { name: 'Lines' }).evaluate((list, share) => {
      list.scrollTop = list.scrollHeight * share
    }, step / 50)
    await waitUntilPainted(page)
    most = Math.max(most, await rowCount(page))
  }
  await page.keyboard.press('g')
  await page.keyboard.type(String(many))
  await page.keyboard.press('Enter')
  await expectVisible(row(page, many).getByText('Part 5000 is done'))
  await expectFocused(row(page, many))
  expect(most).toBeLessThan(90)
  // A window is wanted only where the reader stays for a moment: on a slow machine that is each of the 50 stops, with the
  // windows beside it; 1000 windows were passed.
  expect(asked.length).toBeLessThan(200)
  for (const { start_line, end_line } of asked) expect(end_line - start_line).toBeLessThan(100)
})

test('a session of 100 000 lines is searched as a whole, not only where it was loaded', async () => {
  const page = await open(`${project}/S0001`)
  await expectVisible(row(page, 1))
  await page.keyboard.press('/')
  await page.keyboard.type(needle.toUpperCase())
  await row(page, needleLine).locator('mark', { hasText: needle }).waitFor()
  await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 of 1')
  expect(await rowCount(page)).toBeLessThan(90)
  // The address restores what was found.
  await page.reload()
  await expect.poll(() => page.locator('.session-search-count').textContent()).toBe('1 line')
  await page.keyboard.press('n')
  await expectFocused(row(page, needleLine))
})

test.each([1280, 390])('the transcript passes axe, light and dark, and fits a window of %i pixels', async width => {
  const found: Found = {}
  const page = await open('/nowhere', { viewport: { width, height: 800 } })
  for (const address of ['S0002#L26-L32', 'S0002?mode=full', 'S0002?q=changelog', 'S0009']) {
    await goTo(page, `${project}/${address}`)
    await waitUntilLoaded(page)
    if (!address.startsWith('S0009'))
      await expectVisible(row(page, 26).or(row(page, 2)).locator('.line-content').first())
    await checkBothThemes(page, address, found)
    await expectToFit(page, width, address)
  }
  expect(found).toEqual({})
})
