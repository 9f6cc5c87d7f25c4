import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { running } from '../cli/running.ts'
import { tempHome } from '../support/tempdir.ts'
import { daysAt } from './sample-week.ts'

test('the first start shows a finished week of the diary', async () => {
  const home = tempHome()
  const { url, stop } = running(['start', '--port', '0'], home)
  const address = await url()
  await expect.poll(async () => (await daysAt(address)).filter(day => day.has_report).length).toBe(5)
  const fullDay = (await daysAt(address))
    .map(({ date }) => date)
    .sort()
    .at(-2)
  const report = await fetch(`${address}/api/diary/diary_report?date=${fullDay}&format=markdown`)
  expect(await report.text()).toContain('sample-till')
  expect(await stop('SIGTERM')).toMatchObject({ code: 0, stdout: `Daybook listening on ${address}\n` })

  const again = running(['start', '--port', '0'], home)
  expect(await daysAt(await again.url())).toHaveLength(5)
  const { code, stderr } = await again.stop('SIGTERM')
  expect(code).toBe(0)
  expect(stderr).not.toMatch(/sample/)
})

test('serve, mcp and a start without the sample make no days', async () => {
  const home = tempHome()
  for (const args of [
    ['serve', '--port', '0'],
    ['start', '--no-sample', '--port', '0'],
  ]) {
    const { url, stop } = running(args, home)
    await url()
    await stop('SIGTERM')
  }
  const { child, ended } = running(['mcp'], home)
  child.stdin.end()
  await ended
  expect(existsSync(join(home, 'diary'))).toBe(false)
})
