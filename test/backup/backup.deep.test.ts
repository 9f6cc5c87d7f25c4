import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDaybook } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { backUpAtRest, backUpWhileWritten, emptyHome } from './back-up.ts'

test.each(['sqlite', 'postgres'] as const)(
  'a backup of a server that is written to is whole and verifies after the restore (%s)',
  async engine => {
    await backUpWhileWritten(engine)
  },
)

test('a backup of a home at rest gives every row back, and the next numbers after them (postgres)', async () => {
  await backUpAtRest('postgres')
})

test('a backup that is killed leaves nothing that restores', async () => {
  const { home } = await emptyHome('sqlite')
  mkdirSync(join(home, 'rooms'))
  for (let n = 0; n < 12; n++) writeFileSync(join(home, 'rooms', `${n}.bin`), noise(4_000_000))
  await runDaybook(['records', 'check'], { home })
  for (const size of [0, 8_000_000, 30_000_000]) {
    const folder = tempHome()
    const file = join(folder, 'killed.zip')
    const env = { ...process.env, DAYBOOK_HOME: home }
    const child = spawn(process.execPath, ['bin/daybook.js', 'backup', file], { env, stdio: 'ignore' })
    const ended = new Promise(done => child.once('exit', done))
    await expect.poll(() => sizeOfWork(folder), { interval: 2, timeout: 30_000 }).toBeGreaterThanOrEqual(size)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(file)).toBe(false)
    const left = join(folder, readdirSync(folder)[0] ?? '', 'backup')
    if (!existsSync(left)) continue
    const target = join(tempHome(), 'home')
    const { code, stderr } = await runDaybook(['restore', left], { home: target })
    expect([code, stderr]).toEqual([5, expect.stringContaining('Nothing was restored')])
    expect(existsSync(target)).toBe(false)
  }
})

/** The bytes written so far; -1 before anything is there. */
function sizeOfWork(folder: string): number {
  const [work] = readdirSync(folder)
  return work === undefined ? -1 : (statSync(join(folder, work, 'backup'), { throwIfNoEntry: false })?.size ?? -1)
}

/** Bytes that no compression makes smaller. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let state = 1
  for (let at = 0; at < size; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes.writeUInt32LE((state ^ (state >>> 13)) >>> 0, at)
  }
  return bytes
}
