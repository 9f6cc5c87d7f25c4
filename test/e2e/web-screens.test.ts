import { expect, test } from 'vitest'
import { checkScreens, waitUntilLoaded } from './accessibility.ts'
import { expectVisible, goTo, startTestServer } from './test-server.ts'
import { seedRecords } from './web-screens.ts'

const server = startTestServer()
const { createProject, startChat, visit, url } = server

test('the list and a record pass axe', async () => {
  const page = await visit('/')
  const { path, root } = await seedRecords(server)
  const found = await checkScreens(page, [path, `${path}/${root}`])
  expect(found).toEqual({})
})

test('links, images and markup in a record’s body cannot run or fetch anything', async () => {
  const { id, path } = await createProject()
  const body = [
    '[script](javascript:window.hacked=1) [data](data:text/html,x) [outside](https://example.com/)',
    '![tracking](https://evil.example/pixel.png)',
    '<a href="https://evil.example" onclick="window.hacked=1">link</a>',
  ].join('\n\n')
  const { id: record } = await startChat(id).write({ title: 'Hostile', body })
  const page = await visit('/')
  const complaints: string[] = []
  page.on('request', request => request.url().startsWith(url()) || complaints.push(request.url()))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await goTo(page, `${path}/${record}`)
  await waitUntilLoaded(page)
  const outside = page.getByRole('link', { name: 'outside' })
  await expect.poll(() => outside.getAttribute('rel')).toContain('noopener')
  await expect.poll(() => outside.getAttribute('href')).toBe('https://example.com/')
  expect(await page.locator('.markdown a[href^="javascript"], .markdown a[href^="data"]').count()).toBe(0)
  expect(await page.locator('.markdown [onclick], .markdown [onload], .markdown img').count()).toBe(0)
  await expectVisible(page.getByRole('link', { name: 'tracking' }), page.getByText('<a href="https://evil.example"'))
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(complaints).toEqual([])
})
