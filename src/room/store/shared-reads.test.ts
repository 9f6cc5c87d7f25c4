import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { tempHome } from '../../../test/support/tempdir.ts'
import { isSettled, stampOf } from '../../files/stamp.ts'
import { jsonLines } from './json-lines.ts'
import { jsonStore } from './json-store.ts'

function counter() {
  const folder = tempHome()
  const file = join(folder, 'counter.json')
  const schema = z.looseObject({ list: z.array(z.int()) })
  const open = (survives: 'power cut' | 'kill') =>
    jsonStore({ file, locks: join(folder, 'locks'), schema, empty: () => ({ list: [0] }), survives })
  return { file, open }
}

it('an untouched file is read only once, and no caller can change what all share', async () => {
  const { file, open } = counter()
  const store = open('power cut')
  await store.change(() => ({ next: { list: [1] }, result: null }))
  let shared = await store.read()
  const isKept = async () => {
    const before = shared
    shared = await store.read()
    return shared === before
  }
  await expect.poll(isKept).toBe(true)
  expect(() => shared.list.push(2)).toThrow(TypeError)
  expect(await store.change(value => ({ result: value }))).toBe(shared)
  writeFileSync(file, '{"list":[2]}')
  expect(await store.read()).toEqual({ list: [2] })
  writeFileSync(file, '{"list":[3]}')
  expect(await store.read()).toEqual({ list: [3] })
})

it.each(['power cut', 'kill'] as const)(
  'what others change is seen at once, where changes survive a %s',
  async survives => {
    const { open } = counter()
    const [one, other] = [open(survives), open(survives)]
    for (let n = 1; n < 20; n++) {
      await one.change(({ list }) => ({ next: { list: [...list, n] }, result: null }))
      expect((await other.read()).list).toHaveLength(n + 1)
    }
  },
)

it('the stamp of a file that may be changed within the same tick of the clock is not relied on', () => {
  const file = join(tempHome(), 'a')
  writeFileSync(file, 'a')
  const stat = statSync(file, { bigint: true })
  const at = Number(stat.ctimeNs / 1_000_000n)
  expect([0, 100, 102].map(later => isSettled(stat, at + later))).toEqual([false, false, true])
  const second = 1_000_000_000n
  const whole = Object.assign(Object.create(stat), { mtimeNs: 5n * second, ctimeNs: 4n * second })
  expect([5000, 7000, 7001].map(now => isSettled(whole, now))).toEqual([false, false, true])
  expect(stampOf(whole)).not.toBe(stampOf(stat))
})

it('lines are noted for all callers at once, and what was noted is synced when that is asked for', async () => {
  const file = join(tempHome(), 'deep', 'lines.jsonl')
  const open = () => jsonLines({ file, lock: null, schema: z.strictObject({ n: z.int() }), now: () => '' })
  const [one, other] = [open(), open()]
  await one.sync()
  await one.note([{ n: 1 }, { n: 2 }])
  const { lines, end } = other.readFrom(0)
  expect(lines).toEqual([{ n: 1 }, { n: 2 }])
  await Promise.all([one.sync(), one.sync(), one.note([{ n: 3 }])])
  await one.sync()
  await one.append([{ n: 4 }])
  expect(other.readFrom(end).lines).toEqual([{ n: 3 }, { n: 4 }])
  expect(other.readFrom(1_000_000)).toEqual({ lines: [], end: 1_000_000 })
})
