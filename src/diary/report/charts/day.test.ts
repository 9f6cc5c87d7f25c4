import { expect, test } from 'vitest'
import { sumCosts } from '../text/costs.ts'
import { labelWidth } from './bars.ts'
import { checksChart, filesChart } from './day.ts'
import { tokensChart } from './tokens.ts'

const tokens = {
  input: 20,
  output: 200,
  cache_read: 50_000,
  cache_write: 0,
  reasoning: 0,
  known_turns: 1,
  unknown_turns: 0,
}
const cost = (total: number) => ({ ...sumCosts([]), total, estimated: total, price_table: '2026-08-05' })
const till = { project_key: 'till', project_label: 'till', statistics: { tokens, cost_usd: cost(0.07028) } }

test('the tokens that no turn of the day used have a bar of their own, so that the bars add up to the day', () => {
  const day = { tokens: { ...tokens, input: 120, cache_read: 100_000 }, cost_usd: cost(0.079551) }
  const chart = tokensChart(day, [till])
  expect(chart?.summary).toBe(
    'Tokens: 120 input, 100k cache read, 0 cache write, 200 output. Cost: $0.08 (estimated, prices 2026-08-05).',
  )
  expect(chart?.bars.map(({ label, note }) => [label, note])).toEqual([
    ['till', '≈ $0.07'],
    ['begun earlier', '$0.0093'],
  ])
  expect(chart?.bars[1]?.parts.map(({ value }) => value)).toEqual([100, 50_000, 0, 0, 0])
  expect(tokensChart(till.statistics, [till])?.bars).toHaveLength(1)
})

test('the numbers behind a bar of checks fit beside it on the page of a day', () => {
  const none = { pass: 0, fail: 0, unknown: 0, not_run: 0 }
  const check_kinds = {
    typecheck: { ...none, pass: 30, fail: 14, unknown: 12, not_run: 1 },
    lint: { ...none, pass: 30, fail: 14, unknown: 12 },
    test: { ...none, unknown: 2, not_run: 3 },
    build: none,
  }
  const notes = checksChart({ check_kinds })?.bars.map(({ note }) => note) ?? []
  expect(notes).toEqual([
    '30 passed, 14 failed, 13 others',
    '30 passed, 14 failed, 12 without verdict',
    '2 without verdict, 3 did not run',
  ])
  // Half of the page, without the names and the shortest bar.
  expect(Math.max(...notes.map(labelWidth))).toBeLessThan(300)
})

test('what there is none of is not named', () => {
  const none = { pass: 0, fail: 0, unknown: 0, not_run: 0 }
  const check_kinds = { typecheck: none, lint: none, test: { ...none, pass: 3, unknown: 1 }, build: none }
  const checks = checksChart({ check_kinds })
  expect(checks?.summary).toBe('4 check runs: 3 passed, 1 without verdict.')
  expect(checks?.legend.map(([, name]) => name)).toEqual(['passed', 'without verdict'])
  const builds = checksChart({ check_kinds: { ...check_kinds, build: { ...none, pass: 1, not_run: 1 } } })
  expect(builds?.bars.map(({ note }) => note)).toEqual(['3 passed, 1 without verdict', '1 passed, 1 did not run'])
  const changed_files = [{ project_key: 'till', path: 'a.ts', op: 'edit' as const, added: 2, removed: 0, turns: 1 }]
  const files = filesChart(
    { files: { touched: 1, created: 0, edited: 1, deleted: 0, added: 2, removed: 0 }, changed_files },
    new Map([['till', 'till']]),
  )
  expect(files?.summary).toBe('1 file changed: 1 edited; +2 −0 lines. Most changed is a.ts.')
  const many = { files: { touched: 48, created: 0, edited: 48, deleted: 0, added: 2, removed: 0 }, changed_files }
  expect(filesChart(many, new Map())?.summary).toMatch(/^48 files changed: .* The first 15 are drawn\.$/)
})
