import { beforeAll, expect, it } from 'vitest'
import {
  type Choice,
  type FilledAudit,
  filledAudit,
  unnoticedBytes,
  unnoticedKeyBytes,
} from './audit-tamper-scenarios.ts'

const batches = 10
let filled: FilledAudit

beforeAll(async () => {
  // Each change is looked for in all receipts, so few of them take much less time; they have every kind of file and line.
  filled = await filledAudit(6)
  return () => filled.opened.close()
})

it.each(Array.from({ length: batches }, (_, n) => n + 1))(
  `an audit reports every single changed byte and its file, batch %i of ${batches}`,
  async batch => {
    const everyTenth: Choice = size =>
      Array.from({ length: size }, (_, at) => at).filter(at => at % batches === batch - 1)
    expect(await unnoticedBytes(filled, everyTenth)).toEqual([])
  },
)

it('an audit reports every single changed byte of a key', async () => {
  expect(await unnoticedKeyBytes(filled, size => Array(size).keys())).toEqual([])
})
