import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { tempHome } from '../../../test/support/tempdir.ts'
import { jsonLines } from './json-lines.ts'

function book() {
  const folder = tempHome()
  const file = join(folder, 'steps.jsonl')
  const now = () => '2026-03-01T12:00:00.000Z'
  const lines = jsonLines({ file, lock: join(folder, 'locks', 'a.lock'), schema: z.strictObject({ n: z.int() }), now })
  return { folder, file, lines }
}

it('canonical lines are added in order, also when many are added at once', async () => {
  const { file, lines } = book()
  expect(await lines.read()).toEqual([])
  await Promise.all(Array.from({ length: 10 }, (_, n) => lines.append([{ n }])))
  await lines.append([{ n: 10 }, { n: 11 }])
  expect((await lines.read()).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(readFileSync(file, 'utf8').startsWith('{"n":0}\n{"n":1}\n')).toBe(true)
})

it('a line that was not finished is left out, and moved aside before another is added', async () => {
  const { folder, file, lines } = book()
  await lines.append([{ n: 1 }])
  appendFileSync(file, '{"n":')
  expect(await lines.read()).toEqual([{ n: 1 }])
  await lines.append([{ n: 2 }])
  expect(await lines.read()).toEqual([{ n: 1 }, { n: 2 }])
  const aside = 'steps.jsonl.torn-20260301T120000000Z'
  expect(readdirSync(folder).sort()).toEqual(['locks', 'steps.jsonl', aside])
  expect(readFileSync(join(folder, aside), 'utf8')).toBe('{"n":')
})

it('a file whose whole lines are not what they should be is refused', async () => {
  const { file, lines } = book()
  await lines.append([{ n: 1 }])
  appendFileSync(file, '{"n":"x"}\n')
  await expect(lines.read()).rejects.toMatchObject({ name: 'StoreCorrupt', file: 'steps.jsonl' })
})
