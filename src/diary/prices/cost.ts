import { agentOf } from '../../transcripts/agents.ts'
import { noTokens, type ReplyUsage, sumTokens, type TokenUsage } from '../../transcripts/event.ts'
import type { TurnUsage } from '../../transcripts/reader.ts'
import type { UsageRow } from '../schema.ts'
import type { Price, PriceTable } from './price-table.ts'

/** What some replies cost by a price table. */
interface Cost {
  /** The sum for replies that have a price; null when none has. */
  usd: number | null
  /** The part of it that sub-agents cost. */
  subagents: number
  /** Replies whose model, or kind of tokens, is not in the table. */
  unpriced: number
  /** Replies whose output was recorded in part only. */
  cutShort: number
}

/** What a turn used, and what that cost by a price table. */
export interface UsageAndCost {
  rows: UsageRow[]
  cost: Cost
}

/** The lengths of prompts, in tokens, at which prices change. */
export const promptSteps: readonly number[] = [100_000, 128_000, 200_000, 256_000, 272_000, 512_000]

/** The replies as rows, those with the same price together. `dayEnd` in milliseconds. */
export function usageRows({ replies, tokens, models }: TurnUsage, dayEnd = Number.POSITIVE_INFINITY): UsageRow[] {
  const rows = new Map<string, UsageRow>()
  let last: UsageRow | undefined
  for (const reply of replies ?? wholeTurn(tokens, models)) {
    const row = rowOf(reply, dayEnd, replies ? stepBelow(reply.tokens) : 0)
    // Most replies have the price of the one before.
    const known = last && hasSamePrice(last, row) ? last : rows.get(priceKey(row))
    if (known) addTo(known, row)
    else rows.set(priceKey(row), row)
    last = known ?? row
  }
  return [...rows.values()]
}

function hasSamePrice(one: UsageRow, other: UsageRow): boolean {
  return (
    one.model === other.model &&
    one.subagent === other.subagent &&
    one.after_day === other.after_day &&
    one.fast === other.fast &&
    one.prompt_above === other.prompt_above
  )
}

function priceKey({ model, subagent, after_day, fast, prompt_above }: UsageRow): string {
  return JSON.stringify([model, subagent, after_day, fast, prompt_above])
}

/** What a turn spent; `dayEnd` in milliseconds. */
export function spendingOf(usage: TurnUsage, table: PriceTable, source: string, dayEnd: number): UsageAndCost {
  const rows = usageRows(usage, dayEnd)
  const cost = costOf(rows, table, source)
  // A turn that no model answered cost nothing.
  const usd = rows.length === 0 && usage.tokens ? 0 : cost.usd
  return { rows, cost: { ...cost, usd: usd === null ? null : roundCost(usd) } }
}

export function costOf(rows: readonly UsageRow[], { models }: PriceTable, source: string): Cost {
  const cost: Cost = { usd: null, subagents: 0, unpriced: 0, cutShort: 0 }
  for (const row of rows) {
    const usd = row.model === null ? null : rowCost(row, models[row.model], source)
    cost.cutShort += row.cut_short
    if (usd === null) cost.unpriced += row.replies
    else {
      cost.usd = (cost.usd ?? 0) + usd
      if (row.subagent !== null) cost.subagents += usd
    }
  }
  return cost
}

/** Whether it cost more than the sum. */
export function isLowerBound({ unpriced, cutShort }: Pick<Cost, 'unpriced' | 'cutShort'>): boolean {
  return unpriced > 0 || cutShort > 0
}

/** What so many tokens of one model would cost; null when that is not known. */
export function priceOfTokens(model: string | undefined, tokens: TokenUsage, table: PriceTable): number | null {
  return costOf(usageRows({ tokens, costUsd: null, models: model === undefined ? [] : [model] }), table, '').usd
}

/** Sums of fractions end in noise; a millionth of a dollar is enough. */
export function roundCost(dollars: number): number {
  return Math.round(dollars * 1_000_000) / 1_000_000
}

/** Where only the turn as a whole is known, and which of several models used how much is not. */
function wholeTurn(tokens: TokenUsage | null, models: readonly string[]): ReplyUsage[] {
  if (!tokens || Object.values(tokens).every(count => count === 0)) return []
  const model = models.length === 1 ? (models[0] ?? null) : null
  return [{ id: '', at: null, model, tokens, cacheWrite1h: 0, isFast: false, isCutShort: false, subagent: null }]
}

/** The highest step that the prompt of one reply is above. */
function stepBelow({ input, cache_read, cache_write }: TokenUsage): number {
  return promptSteps.findLast(step => input + cache_read + cache_write > step) ?? 0
}

function rowOf({ at, model, tokens, ...reply }: ReplyUsage, dayEnd: number, prompt_above: number): UsageRow {
  return {
    model,
    subagent: reply.subagent,
    after_day: at !== null && at >= dayEnd,
    fast: reply.isFast,
    prompt_above,
    replies: 1,
    cut_short: reply.isCutShort ? 1 : 0,
    ...noTokens,
    ...tokens,
    cache_write_1h: reply.cacheWrite1h,
  }
}

function addTo(sum: UsageRow, row: UsageRow): void {
  sum.replies += row.replies
  sum.cut_short += row.cut_short
  sum.input += row.input
  sum.output += row.output
  sum.cache_read += row.cache_read
  sum.cache_write += row.cache_write
  sum.cache_write_1h += row.cache_write_1h
  sum.reasoning += row.reasoning
}

/** Null when the table does not price one of the kinds of tokens that were used. */
function rowCost(row: UsageRow, price: Price | undefined, source: string): number | null {
  if (!price) return null
  const rates = price.long?.findLast(({ above }) => row.prompt_above >= above) ?? price
  const times = row.fast ? price.fast : 1
  const parts: Array<[tokens: number, rate: number | undefined]> = [
    [row.input, rates.input],
    [row.output + (agentOf(source)?.reasoningApart ? row.reasoning : 0), rates.output],
    [row.cache_read, rates.cache_read],
    [row.cache_write - row.cache_write_1h, rates.cache_write],
    [row.cache_write_1h, rates.cache_write_1h],
  ]
  let sum = 0
  for (const [tokens, rate] of parts) {
    if (tokens === 0) continue
    if (rate === undefined || times === undefined) return null
    sum += (tokens * rate * times) / 1_000_000
  }
  return sum
}

/** The usage of turns that follow one another, in which a reply that has rows in several of them counts in the last. */
export function eachReplyOnce(turns: readonly TurnUsage[]): TurnUsage[] {
  const last = new Map<string, number>()
  turns.forEach(({ replies = [] }, turn) => {
    for (const { id } of replies) last.set(id, turn)
  })
  return turns.map((usage, turn) => {
    const replies = usage.replies?.filter(({ id }) => last.get(id) === turn)
    if (!replies || replies.length === usage.replies?.length) return usage
    const tokens = usage.tokens && replies.map(reply => reply.tokens).reduce(sumTokens, noTokens)
    return { ...usage, replies, tokens }
  })
}
