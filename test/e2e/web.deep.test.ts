import { expect, test } from 'vitest'
import { runPreloaded, startServer } from '../support/binary.ts'
import { axeViolations } from '../support/chromium.ts'
import { tempHome } from '../support/tempdir.ts'
import { expectFocused, expectVisible, startTestServer } from './test-server.ts'

const { createProject, startChat, open } = startTestServer()

test('a keyboard user moves through a long tree that is loaded in parts', async () => {
  const { id, path } = await createProject()
  const writer = startChat(id)
  for (let number = 1; number <= 203; number++) await writer.write({ title: `Root ${number}` })
  const page = await open(`${path}/tree`)
  await expectVisible(page.getByRole('treeitem', { name: /Root 1\b/ }))
  await page.keyboard.press('j')
  await expectFocused(page.getByRole('treeitem', { name: /Root 1\b/ }))
  await page.keyboard.press('End')
  await expectFocused(page.getByRole('treeitem', { name: 'Show more (3 records left)' }))
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('treeitem', { name: /Root 201/ }))
  await page.keyboard.press('End')
  await expectFocused(page.getByRole('treeitem', { name: /Root 203/ }))
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
})

test('the page shows that updates are missing while the server is down, and that they are back', async () => {
  const own = tempHome()
  const first = await startServer({ home: own })
  const page = await open('/p/default', {}, first.url)
  await expectVisible(page.getByText('No records yet'), page.getByText('Live', { exact: true }))
  await first.stop()
  await expectVisible(page.getByText('Offline.'))
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expectVisible(page.getByText('This screen could not be loaded.'))
  await startServer({ home: own, args: ['--port', new URL(first.url).port] })
  await expectVisible(page.getByText('Live', { exact: true }), page.getByText('Nothing happened yet'))
})

test('a page whose token was revoked says so instead of offline, and links to the sign-in', async () => {
  const home = tempHome()
  const daybook = async (...args: string[]) => (await runPreloaded(args, { home })).stdout.trim()
  const [revoked, kept] = [await daybook('token', 'add', 'anna'), await daybook('token', 'add', 'anna')]
  await daybook('member', 'set', 'anna', 'default', 'reader')
  const server = await startServer({ home, env: { DAYBOOK_TOKEN: 'server-wide' } })
  const page = await open(`/p/default?token=${revoked}`, {}, server.url)
  await expectVisible(page.getByText('No records yet'))
  await daybook('token', 'revoke', revoked)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expectVisible(page.getByText('Signed out.'))
  expect(await page.getByText('Offline.').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Sign in to Daybook' }))
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Token').fill(kept)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Nothing happened yet'))
  expect(new URL(page.url()).pathname).toBe('/p/default/records/activity')
})
