import { expect, it } from 'vitest'
import { attribute, type WitnessLine } from './attribute.ts'

const hour = 3600_000
const authoredAt = 100 * hour
const committedAt = 130 * hour

/** Lines of one file, each of which one turn wrote so long after the commit was authored; null where nobody is known. */
const lines = (...hours: (number | null)[]): WitnessLine[] =>
  hours.map((after, at) => ({
    ...{ path: 'a.ts', kind: 'added', numbers: [at + 1] },
    writers: after === null ? [] : [{ turn: 1, session: 'a', at: authoredAt + after * hour, path: 'a.ts' }],
  }))

const confidence = (...hours: (number | null)[]) =>
  attribute({ lines: lines(...hours), seen: [], authoredAt, committedAt }).confidence

it('what was written after a commit was authored counts only where it is most of the commit, as after an amendment', () => {
  expect(confidence(-1, -1, null, null, null)).toBe('likely')
  expect(confidence(2, 2, null, null, null)).toBe('uncertain')
  expect(confidence(-1, -1, 2, null, null, null)).toBe('likely')
  expect(confidence(2, 2, 2, null)).toBe('certain')
})

it('what was written more than a day before a commit counts only where it is most of the commit', () => {
  expect(confidence(-20, -20, null, null, null)).toBe('likely')
  expect(confidence(-30, -30, null, null, null)).toBe('uncertain')
  expect(confidence(-30)).toBe('uncertain')
  expect(confidence(-30, -30, -30, null)).toBe('certain')
})
