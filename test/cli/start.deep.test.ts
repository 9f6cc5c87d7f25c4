import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { running } from './running.ts'
import { tempDaybook } from './temp-daybook.ts'

test.each(['SIGINT', 'SIGHUP'] as const)('%s ends a server with exit code 0 after one line', async signal => {
  const { url, stop } = running(['serve', '--port', '0'], tempHome())
  const address = await url()
  expect(await stop(signal)).toMatchObject({ code: 0, stdout: `Daybook listening on ${address}\n`, stderr: '' })
  await expect(fetch(address)).rejects.toThrow()
})

test('a second start adds nothing to the sample, and one without the sample makes no project', async () => {
  const home = tempHome()
  const start = async (...args: string[]) => {
    const { url, stop } = running(['start', '--port', '0', ...args], home)
    await url()
    return stop('SIGTERM')
  }
  await start()
  const before = await tempDaybook(home).call('get_project', { id: 'sample' })
  const { code, stderr } = await start()
  expect(code).toBe(0)
  expect(stderr).not.toMatch(/a sample is shown/)
  expect(await tempDaybook(home).call('get_project', { id: 'sample' })).toEqual(before)

  const plain = tempHome()
  const third = running(['start', '--port', '0', '--no-sample'], plain)
  await third.url()
  await third.stop('SIGTERM')
  expect((await tempDaybook(plain).call('list_projects')).projects).toHaveLength(1)
})

test('a project that is called sample already is left alone', async () => {
  const { home, call } = tempDaybook()
  await call('create_project', { name: 'My samples', id: 'Sample' })
  const { url, stop } = running(['start', '--port', '0'], home)
  await url()
  expect((await stop('SIGTERM')).code).toBe(0)
  expect(await call('get_project', { id: 'sample' })).toMatchObject({ name: 'My samples', tick: 0 })
})

test('a taken port is stepped over, unless the person named it', async () => {
  const home = tempHome()
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => blocker.once('listening', resolve))
  onTestFinished(() => void blocker.close())
  const address = blocker.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  writeFileSync(join(home, 'config.json'), JSON.stringify({ server: { port: taken } }))
  const { url, stop } = running(['start'], home)
  const port = Number(new URL(await url()).port)
  expect(port).toBeGreaterThan(taken)
  expect(port).toBeLessThanOrEqual(taken + 20)
  await stop('SIGTERM')
  expect((await tempDaybook(home).runAlone(['start', '--port', String(taken)])).code).toBe(6)
})
