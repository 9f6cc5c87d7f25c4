import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { running } from '../cli/running.ts'
import { tempHome } from '../support/tempdir.ts'
import { daysAt } from './sample-week.ts'

test('who stops the first start at once gets the week with the next one', async () => {
  const home = tempHome()
  const TMPDIR = join(home, 'tmp')
  mkdirSync(TMPDIR)
  const first = running(['start', '--port', '0'], home, { TMPDIR })
  await first.url()
  expect((await first.stop('SIGTERM')).code).toBe(0)
  expect(readdirSync(TMPDIR)).toEqual([])
  const { url, stop } = running(['start', '--port', '0'], home)
  const address = await url()
  await expect.poll(async () => (await daysAt(address)).filter(day => day.has_report).length).toBe(5)
  expect((await stop('SIGTERM')).code).toBe(0)
})
