import { describe, expect, it } from 'vitest'
import { noTokens, type ReplyUsage } from '../../transcripts/event.ts'
import type { TurnUsage } from '../../transcripts/reader.ts'
import { costOf, eachReplyOnce, priceOfTokens, usageRows } from './cost.ts'
import { bundledPrices, type PriceTable, pricesOn } from './price-table.ts'

const table: PriceTable = {
  version: '2026-01-01',
  source: 'invented',
  models: {
    'm-large': {
      input: 2,
      output: 10,
      cache_read: 0.5,
      cache_write: 2.5,
      cache_write_1h: 4,
      fast: 6,
      long: [{ above: 200_000, input: 4, output: 20, cache_read: 1, cache_write: 5 }],
    },
    'm-small': { input: 1, output: 2 },
  },
}

let nth = 0
function reply(model: string | null, more: Partial<ReplyUsage> & { used?: Partial<ReplyUsage['tokens']> } = {}) {
  const { used, ...given } = more
  const tokens = { ...noTokens, input: 1000, output: 100, ...used }
  const known = { id: `r${nth++}`, at: 0, cacheWrite1h: 0, isFast: false, isCutShort: false, subagent: null }
  return { ...known, model, tokens, ...given }
}

function usageOf(...replies: ReplyUsage[]): TurnUsage {
  return { tokens: noTokens, costUsd: null, models: [], replies }
}

const cost = (...replies: ReplyUsage[]) => costOf(usageRows(usageOf(...replies)), table, 'claude-code')

describe('the cost of replies', () => {
  it('the cost of replies is that of each by its own model, and of each kind of cache', () => {
    const used = { cache_read: 100_000, cache_write: 30_000 }
    expect(cost(reply('m-large', { used, cacheWrite1h: 10_000 }), reply('m-small'))).toEqual({
      usd: expect.closeTo((2000 + 1000 + 50_000 + 50_000 + 40_000 + 1000 + 200) / 1e6, 9),
      subagents: 0,
      unpriced: 0,
      cutShort: 0,
    })
  })

  it('the cost of replies is not known for a model whose exact name is not in the table, and the rest is summed', () => {
    expect(cost(reply('m-large-2026'), reply('M-LARGE'), reply(null), reply('m-small'))).toMatchObject({
      usd: expect.closeTo(0.0012, 9),
      unpriced: 3,
    })
    expect(cost(reply('m-large-2026'))).toMatchObject({ usd: null, unpriced: 1 })
  })

  it('the cost of replies is not known where the table has no price for a kind of tokens that was used', () => {
    expect(cost(reply('m-small', { used: { cache_read: 5 } }))).toMatchObject({ usd: null, unpriced: 1 })
    const long = { used: { cache_read: 300_000, cache_write: 10 }, cacheWrite1h: 10 }
    expect(cost(reply('m-large', long))).toMatchObject({ usd: null, unpriced: 1 })
    expect(cost(reply('m-small', { isFast: true }))).toMatchObject({ usd: null, unpriced: 1 })
  })

  it('the cost of replies follows the length of each prompt and the speed that was asked for', () => {
    const long = reply('m-large', { used: { cache_read: 200_000 } })
    const short = reply('m-large', { used: { cache_read: 199_000 } })
    expect(cost(long, short).usd).toBeCloseTo((4000 + 2000 + 200_000 + (2000 + 1000 + 99_500)) / 1e6, 9)
    expect(cost(reply('m-large', { isFast: true })).usd).toBeCloseTo(0.018, 9)
  })

  it('the cost of replies shows sub-agents apart and in the sum, and counts replies that were not recorded whole', () => {
    expect(cost(reply('m-small', { subagent: 'a1' }), reply('m-small', { isCutShort: true }))).toEqual({
      usd: expect.closeTo(0.0024, 9),
      subagents: expect.closeTo(0.0012, 9),
      unpriced: 0,
      cutShort: 1,
    })
  })

  it('the cost of replies counts thinking where the agent reports it apart', () => {
    const rows = usageRows(usageOf(reply('m-small', { used: { reasoning: 50 } })))
    expect(costOf(rows, table, 'gemini-cli').usd).toBeCloseTo(0.0013, 9)
    expect(costOf(rows, table, 'codex').usd).toBeCloseTo(0.0012, 9)
  })
})

describe('the rows of a turn', () => {
  it('the rows of a turn hold replies of the same price together, and those after the day apart', () => {
    const rows = usageRows(usageOf(reply('m'), reply('m'), reply('m', { at: 10 }), reply('n')), 10)
    expect(rows.map(({ model, after_day, replies, input }) => [model, after_day, replies, input])).toEqual([
      ['m', false, 2, 2000],
      ['m', true, 1, 1000],
      ['n', false, 1, 1000],
    ])
  })

  it('the rows of a turn are one where only the turn as a whole is known, without a model when there were several', () => {
    const tokens = { ...noTokens, input: 300_000 }
    const whole = (...models: string[]) => usageRows({ tokens, costUsd: null, models })
    expect(whole('m')).toMatchObject([{ model: 'm', input: 300_000, prompt_above: 0, replies: 1 }])
    expect(whole('m', 'n')).toMatchObject([{ model: null }])
    expect(usageRows({ tokens: null, costUsd: null, models: ['m'] })).toEqual([])
  })
})

it('a reply whose rows are in two turns is counted in the later one', () => {
  const [first, second] = [reply('m', { id: 'one' }), reply('m', { id: 'one', used: { output: 200 } })]
  const turns = eachReplyOnce([
    { ...usageOf(first, reply('m', { id: 'two' })), tokens: { ...noTokens, input: 2000, output: 200 } },
    usageOf(second),
  ])
  expect(turns.map(({ replies }) => replies?.map(({ id }) => id))).toEqual([['two'], ['one']])
  expect(turns[0]?.tokens).toMatchObject({ input: 1000, output: 100 })
})

it('the bundled table knows the models of today, and no others', () => {
  const tokens = { ...noTokens, input: 10, output: 10, cache_read: 10 }
  for (const model of ['claude-sonnet-4-5-20250929', 'claude-opus-4-5', 'gpt-5', 'gpt-5-codex', 'gemini-2.5-pro']) {
    expect(priceOfTokens(model, tokens, bundledPrices), model).toBeGreaterThan(0)
  }
  expect(priceOfTokens('claude-opus-4', tokens, bundledPrices)).toBeNull()
  expect(priceOfTokens(undefined, tokens, bundledPrices)).toBeNull()
})

describe('the prices of a day', () => {
  const earlier = [
    { until: '2026-03-01', input: 9, output: 90 },
    { until: '2026-07-01', input: 5, output: 50 },
  ]
  const changing: PriceTable = {
    ...table,
    models: { m: { input: 1, output: 10, earlier }, n: { input: 2, output: 3 } },
  }

  it.each([
    ['2026-02-28', 9],
    ['2026-03-01', 5],
    ['2026-06-30', 5],
    ['2026-07-01', 1],
  ])('the prices of a day, %s, are those that were in force then', (day, input) => {
    const { models } = pricesOn(changing, day)
    expect([models.m?.input, models.n?.input]).toEqual([input, 2])
  })

  it('the prices of a day that the program brings change in their order, and never cost more later', () => {
    for (const [name, { earlier = [], ...now }] of Object.entries(bundledPrices.models)) {
      const days = earlier.map(({ until }) => until)
      expect(days, name).toEqual([...days].sort())
      for (const before of earlier) expect(before.cache_read ?? 0, name).toBeGreaterThanOrEqual(now.cache_read ?? 0)
    }
  })
})
