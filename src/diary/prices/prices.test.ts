import { describe, expect, it } from 'vitest'
import { bundledPrices, estimatedCost } from './prices.ts'

const tokens = { input: 1_000_000, output: 100_000, cache_read: 2_000_000, cache_write: 400_000, reasoning: 50_000 }
const used = (models: string[], source = 'claude-code') => ({ source, models, tokens })
const table = {
  version: 'x',
  models: [
    { match: 'm', input: 9, output: 9, cache_read: 9, cache_write: 9 },
    { match: 'M-large', input: 2, output: 10, cache_read: 0.5, cache_write: 2.5 },
  ],
}

describe('the price of a turn', () => {
  it('is that of the longest beginning of the model name, whatever its case', () => {
    expect(estimatedCost(used(['m-LARGE-2026']), table)).toBe(2 + 1 + 1 + 1)
  })

  it('is not known without tokens, without a model or with an unknown one', () => {
    expect(estimatedCost({ ...used(['m']), tokens: null }, table)).toBeNull()
    expect(estimatedCost(used([]), table)).toBeNull()
    expect(estimatedCost(used(['m', 'another']), table)).toBeNull()
  })

  it('counts thinking where the agent reports it apart', () => {
    expect(estimatedCost(used(['m-large'], 'gemini-cli'), table)).toBe(5.5)
    expect(estimatedCost(used(['m-large'], 'codex'), table)).toBe(5)
  })

  it('is known for the models of today from the bundled table', () => {
    for (const model of ['claude-sonnet-4-5-20250929', 'claude-opus-4-5', 'gpt-5', 'gpt-5-codex', 'gemini-2.5-pro']) {
      expect(estimatedCost(used([model]), bundledPrices)).toBeGreaterThan(0)
    }
    expect(estimatedCost(used(['qwen3-coder']), bundledPrices)).toBeNull()
  })
})
