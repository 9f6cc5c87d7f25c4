import { expect, it } from 'vitest'
import { largeRaw, linesOf, smallRuns, windowsOver } from './windows.ts'

it('windows cover every line once and end with the transcript', () => {
  expect(windowsOver([1, 50, 100])).toEqual([0])
  expect(windowsOver([100, 101])).toEqual([0, 1])
  expect(windowsOver([0])).toEqual([0])
  expect(linesOf(0, 250)).toEqual({ start: 1, end: 100 })
  expect(linesOf(2, 250)).toEqual({ start: 201, end: 250 })
})

it('windows leave large raw lines out, whatever is beside them', () => {
  const sizes = [10, 20, largeRaw + 1, 30, largeRaw, largeRaw + 5]
  expect(smallRuns(sizes.map((raw_bytes, index) => ({ line: index + 1, raw_bytes })))).toEqual([
    { start: 1, end: 2 },
    { start: 4, end: 5 },
  ])
})
