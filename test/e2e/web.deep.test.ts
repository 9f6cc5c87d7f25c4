import { expect, test } from 'vitest'
import { runPreloaded, startServer } from '../support/binary.ts'
import { axeViolations } from '../support/chromium.ts'
import { tempHome } from '../support/tempdir.ts'
import { focused, shown, visiting } from './web-visitor.ts'

const { project, chat, open } = visiting()

test('somebody with a keyboard walks a long tree, of which only a part is loaded at a time', async () => {
  const { id, path } = await project()
  const writer = chat(id)
  for (let number = 1; number <= 203; number++) await writer.write({ title: `Root ${number}` })
  const page = await open(`${path}/tree`)
  await shown(page.getByRole('treeitem', { name: /Root 1\b/ }))
  await page.keyboard.press('j')
  await focused(page.getByRole('treeitem', { name: /Root 1\b/ }))
  await page.keyboard.press('End')
  await focused(page.getByRole('treeitem', { name: 'Show more (3 records left)' }))
  await page.keyboard.press('Enter')
  await focused(page.getByRole('treeitem', { name: /Root 201/ }))
  await page.keyboard.press('End')
  await focused(page.getByRole('treeitem', { name: /Root 203/ }))
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
})

test('news are known to be missing while the server is away, and come again with it', async () => {
  const own = tempHome()
  const first = await startServer({ home: own })
  const page = await open('/', {}, first.url)
  await shown(page.getByText('No records yet'), page.getByText('Live', { exact: true }))
  await first.stop()
  await shown(page.getByText('Offline.'))
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await shown(page.getByText('Daybook does not answer.', { exact: true }))
  await startServer({ home: own, args: ['--port', new URL(first.url).port] })
  await shown(page.getByText('Live', { exact: true }), page.getByText('Nothing happened yet'))
})

test('a page whose token was revoked says so instead of offline, and leads to where another is entered', async () => {
  const home = tempHome()
  const daybook = async (...args: string[]) => (await runPreloaded(args, { home })).stdout.trim()
  const [revoked, kept] = [await daybook('token', 'add', 'anna'), await daybook('token', 'add', 'anna')]
  await daybook('member', 'set', 'anna', 'default', 'reader')
  const server = await startServer({ home, env: { DAYBOOK_TOKEN: 'server-wide' } })
  const page = await open(`/p/default/records?token=${revoked}`, {}, server.url)
  await shown(page.getByText('No records yet'))
  await daybook('token', 'revoke', revoked)
  await page.getByRole('link', { name: 'Activity' }).click()
  await shown(page.getByText('Signed out.'))
  expect(await page.getByText('Offline.').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await shown(page.getByRole('heading', { name: 'Sign in to Daybook' }))
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Token').fill(kept)
  await page.keyboard.press('Enter')
  await shown(page.getByText('Nothing happened yet'))
  expect(new URL(page.url()).pathname).toBe('/p/default/records/activity')
})
