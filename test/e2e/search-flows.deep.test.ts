import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkBothThemes, type Found } from './accessibility.ts'
import { field, startSearchServer } from './search-server.ts'
import { expectFocused, expectVisible } from './test-server.ts'

const { visit, open, call, createProjectWithRoom } = startSearchServer()

const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')

test('the search page has the parts as tabs with counts, and / searches in the part one is in', async () => {
  const { id, path } = await createProjectWithRoom()
  await call('diary_index', {})
  const page = await visit(`/p/${id}/search?q=stairway`)
  const tabs = page.getByRole('navigation', { name: 'Parts' })
  await expectVisible(
    tabs.getByRole('link', { name: /^Sessions 1$/ }),
    page.getByRole('region', { name: 'Sessions' }).getByRole('link').first(),
    page.getByRole('region', { name: 'Records' }).getByRole('link').first(),
    page.getByRole('region', { name: 'Issues' }).getByRole('link').first(),
    page.getByRole('region', { name: 'Files' }).getByRole('link').first(),
  )
  await page.keyboard.press('ArrowDown')
  await expectFocused(page.locator('[data-row]').first())
  await tabs.getByRole('link', { name: /^Issues/ }).click()
  await expectVisible(page.getByRole('region', { name: 'Issues' }).getByText('The stairway is dark').first())
  await expect.poll(() => page.getByRole('region', { name: 'Records' }).count()).toBe(0)
  const found: Found = {}
  await checkBothThemes(page, 'one part', found)
  expect(found).toEqual({})

  const words = page.locator('#search-words')
  await words.fill('stairway tool:bash')
  await expectVisible(page.getByText('Does not know the filter tool:.'))
  await words.fill('elephants')
  await tabs.getByRole('link', { name: 'All' }).click()
  await expectVisible(page.getByText('Nothing found'))
  await words.fill('x role:boss')
  await expectVisible(page.getByText(/role: knows no such word/))

  const records = await visit(`${path}/activity`)
  await expectVisible(records.getByRole('heading', { level: 1 }))
  await records.keyboard.press('/')
  await expectFocused(records.getByRole('searchbox', { name: 'Search records' }))
  const diary = await visit('/diary')
  await expectVisible(diary.getByRole('heading', { level: 1 }))
  await diary.keyboard.press('/')
  await expectFocused(diary.getByRole('searchbox', { name: 'Search all sessions' }))
  const room = await visit(`/p/${id}/room`)
  await expectVisible(room.getByRole('heading', { level: 1 }))
  await room.keyboard.press('/')
  await expectFocused(room.getByLabel('Search in all files'))
})

test('pages and recent things still open in the palette while the server is away, and it says so', async () => {
  const { path, record } = await createProjectWithRoom()
  const page = await open(`${path}/${record.id}`)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Stairway light' }))
  await expect.poll(() => page.evaluate("localStorage.getItem('daybook.recents')")).toContain('Stairway light')
  await page.keyboard.press('Control+k')
  await expectVisible(field(page))
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await expectFocused(field(page))
  await page.keyboard.type('stairway')
  await expectVisible(
    page.getByRole('status').getByText('Daybook is not answering.', { exact: false }),
    page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Stairway light' }),
  )
  await page.keyboard.press('Control+a')
  await page.keyboard.type('activity')
  await expect.poll(() => active(page).innerText()).toContain('Activity')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${path}/activity`)
  await page.context().setOffline(false)
})

test('the search page shows which parts it waits for, what failed beside what was found, and tries again', async () => {
  const { id } = await createProjectWithRoom()
  await call('diary_index', {})
  const page = await open(`/p/${id}/search`)
  await expectVisible(page.getByText('Search sessions, records, work items', { exact: false }))
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const isOfSessions = (body: string | null) => body?.includes('"sessions"') ?? false
  await page.route('**/api/**/search', async route => {
    if (!isOfSessions(route.request().postData())) return route.continue()
    await held
    return route.abort()
  })
  await page.locator('#search-words').fill('stairway')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expectVisible(
    page.getByRole('region', { name: 'Records' }).getByRole('link').first(),
    sessions.getByRole('status', { name: /sessions/ }),
  )
  release()
  await expectVisible(sessions.getByRole('button', { name: 'Try again' }))
  await expectVisible(page.getByRole('region', { name: 'Records' }).getByRole('link').first())
  await page.unroute('**/api/**/search')
  await sessions.getByRole('button', { name: 'Try again' }).press('Enter')
  await expectVisible(sessions.getByText('Why does the stairway flicker at night?').first())
})
