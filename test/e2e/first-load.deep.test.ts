import { expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

const { open, url, createProject } = startTestServer()

it('on a slow machine and a slow line the first screen answers a click in under three seconds', async () => {
  const { path } = await createProject()
  const page = await open('')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const started = performance.now()
  await page.goto(`${url()}${path}`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Search everything' }).first().click()
  const answered = performance.now() - started
  expect(answered).toBeLessThan(3000)
})
