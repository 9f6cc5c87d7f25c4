import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { tempHome } from '../../../test/support/tempdir.ts'
import { jsonStore, StoreCorrupt } from './json-store.ts'

function counter() {
  const folder = tempHome()
  const file = join(folder, 'deep', 'counter.json')
  const open = () =>
    jsonStore({ file, locks: join(folder, 'locks'), schema: z.looseObject({ n: z.int() }), empty: () => ({ n: 0 }) })
  return { file, open }
}

it('a JSON store keeps every change of callers that come at once', async () => {
  const { open } = counter()
  const stores = [open(), open(), open()]
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const store = stores[index % stores.length] ?? open()
      return store.change<number>(value => ({ next: { ...value, n: value.n + 1 }, result: value.n + 1 }))
    }),
  )
  expect(results.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  expect(await open().read()).toEqual({ n: 30 })
})

it('a JSON store writes nothing when a change has nothing to write or fails', async () => {
  const { file, open } = counter()
  await open().change(() => ({ next: { n: 1 }, result: null }))
  const before = readFileSync(file, 'utf8')
  expect(await open().change(({ n }) => ({ result: n }))).toBe(1)
  await expect(
    open().change(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it.each(['', 'not json', '[]', '{"n":"x"}'])('neither reads nor overwrites a file that holds %j', async text => {
  const { file, open } = counter()
  await open().change(() => ({ next: { n: 1 }, result: null }))
  writeFileSync(file, text)
  await expect(open().read()).rejects.toThrow(StoreCorrupt)
  await expect(open().change(() => ({ next: { n: 2 }, result: null }))).rejects.toThrow(StoreCorrupt)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('a JSON store keeps what others wrote beside what it knows', async () => {
  const { file, open } = counter()
  await open().change(() => ({ next: { n: 1 }, result: null }))
  writeFileSync(file, '{"n":1,"theirs":{"a":[1]}}')
  await open().change(value => ({ next: { ...value, n: 2 }, result: null }))
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ n: 2, theirs: { a: [1] } })
})
