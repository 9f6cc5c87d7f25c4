import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, openSharedPage } from '../support/chromium.ts'
import { checkBothThemes, checkScreens, expectToFit, type Found, waitUntilLoaded } from './accessibility.ts'
import { desktop, started } from './first-start.ts'
import { expectFocused, expectVisible, goTo, tabTo } from './test-server.ts'

const title = 'Fees are rounded half to even'

let server: Awaited<ReturnType<typeof started>> | undefined
let url = ''
let day = ''
let project = ''

beforeAll(async () => {
  server = await started('2026-05-09', '2026-05-12')
  url = server.url
  day = new URL(await server.opened()).pathname
  const page = await openSharedPage()
  await page.goto(`${url}${day}`)
  const heading = page.getByRole('heading', { level: 2 }).getByRole('link').first()
  project = (await heading.getAttribute('href')) ?? ''
  await page.context().close()
})
afterAll(() => server?.first.stop('SIGKILL'))

const pagesOfDays = () => [
  ...['/', '/inbox', '/settings', '/projects', '/diary', '/diary/sessions', '/diary/why', '/diary/sources'],
  ...[day, project, `${project}/S0001`, '/diary/range?from=2026-05-06&to=2026-05-12'],
]
const pagesOfProject = () => [
  ...['', '/work', '/search', '/records/tree', '/records/search', '/records/sessions', '/records/activity'].map(
    path => `/p/default${path}`,
  ),
  ...['', '/state', '/project', '/prompts'].map(path => `/p/default/context${path}`),
  '/p/default/room',
]

test.each([
  ['days', pagesOfDays],
  ['a project', pagesOfProject],
] as const)('every page of %s with own days passes axe in both themes', async (_, addresses) => {
  const page = await openPage({ ...desktop, reducedMotion: 'reduce' })
  await page.goto(`${url}${day}`)
  await page.locator('.item-row').first().waitFor()
  expect(await checkScreens(page, addresses(), checkBothThemes)).toEqual({})
})

test.each([
  ['a phone', { width: 390, height: 844 }, 1],
  ['twice the size', { width: 640, height: 400 }, 2],
] as const)('every page with own days fits %s', async (_, viewport, deviceScaleFactor) => {
  const small = await openPage({ viewport, deviceScaleFactor })
  await small.goto(url)
  for (const address of [...pagesOfDays(), ...pagesOfProject()]) {
    await goTo(small, address)
    await waitUntilLoaded(small)
    await expectToFit(small, viewport.width, `${address} at ${viewport.width}`)
  }
})

test('by keyboard only: own day, evidence, a decision, found again, the next-chat block, an item of the inbox', async () => {
  const page = await openPage({ ...desktop, reducedMotion: 'reduce' })
  await page.goto(`${url}${day}`)
  const row = page.locator('.item-row').first()
  await row.waitFor()
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog').first()
  await expectVisible(drawer.getByText(/^lines? \d/).first())
  await tabTo(page, drawer.getByRole('button', { name: 'Save as decision' }))
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('dialog', { name: 'Save as decision' }).getByLabel('Title'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText(/^Saved as R\d+$/).first())
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await expectFocused(page.getByRole('combobox'))
  await page.keyboard.type(title)
  // The last line of the palette has the words as well: it opens the search page with them.
  const hit = page.getByRole('option').filter({ hasText: title, hasNotText: 'Search' }).first()
  await hit.waitFor()
  while ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: title }),
    page.getByRole('list', { name: 'Evidence' }).getByText('verified').first(),
  )

  await page.keyboard.press('g')
  await page.keyboard.press('o')
  const copy = page.getByRole('button', { name: 'Copy next-chat block' })
  await copy.waitFor()
  await tabTo(page, copy)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('The next-chat block copied').first())
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(title)

  await page.keyboard.press('g')
  await page.keyboard.press('x')
  const waiting = page.locator('.inbox-rows li', { hasText: 'Should I round the fees half up' })
  await waiting.waitFor()
  await tabTo(page, waiting.getByRole('link', { name: 'Open the work' }))
  await page.keyboard.press('Enter')
  await expectVisible(
    page
      .getByRole('dialog')
      .first()
      .getByText(/^lines? \d/)
      .first(),
  )
  await page.goBack()
  await waiting.waitFor()
  await tabTo(page, waiting.getByRole('button', { name: /^Dismiss/ }))
  await page.keyboard.press('Enter')
  await waiting.waitFor({ state: 'detached' })

  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expectVisible(page.getByRole('region', { name: 'Newest sessions' }).getByRole('link').first())
})

test('the settings verify everything at a press, and say a line for each part', async () => {
  const page = await openPage({ ...desktop, reducedMotion: 'reduce' })
  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: 'Verify everything' }).click()
  await expectVisible(page.getByText('Everything holds.'), page.getByText(/each is accounted for once$/))
  await expectVisible(page.getByRole('button', { name: 'Verify again' }))
  const found: Found = {}
  await checkBothThemes(page, 'verified', found)
  expect(found).toEqual({})
})
