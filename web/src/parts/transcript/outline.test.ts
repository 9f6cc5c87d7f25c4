import { expect, test } from 'vitest'
import { shownLines } from './outline.ts'

const linesOf = (shown: ReturnType<typeof shownLines>) =>
  Array.from({ length: shown.count }, (_, index) => shown.lineAt(index))

test('hidden runs are left out, but for those asked for and the first lines of turns', () => {
  const runs: [number, number][] = [
    [2, 4],
    [7, 8],
  ]
  const shown = shownLines(9, runs, new Set(), [{ start_line: 3 }])
  expect(linesOf(shown)).toEqual([1, 3, 5, 6, 9])
  expect(shown.hidden).toBe(4)
  expect(linesOf(shownLines(9, runs, new Set([7]), []))).toEqual([1, 5, 6, 7, 8, 9])
})

test('a line that is hidden is placed where the next one that is shown is', () => {
  const shown = shownLines(9, [[2, 4]], new Set(), [])
  expect([1, 2, 4, 5, 9].map(shown.indexOf)).toEqual([0, 1, 1, 1, 5])
  expect([shown.hiddenAround(3), shown.hiddenAround(5)]).toEqual([2, undefined])
})

test('a session of nothing but hidden lines has no row', () => {
  const shown = shownLines(3, [[1, 3]], new Set(), [])
  expect([shown.count, shown.indexOf(2), shown.lineAt(0)]).toEqual([0, 0, 1])
})
