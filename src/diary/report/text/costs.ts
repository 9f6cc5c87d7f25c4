import { formatCount, formatNumber } from '../../../kernel/numbers.ts'
import type { CostFigures } from '../cost-schema.ts'
import { dollars, shownDollars } from './numbers.ts'

export function sumCosts(costs: readonly CostFigures[]): CostFigures {
  const add = (figure: (cost: CostFigures) => number) => costs.reduce((sum, cost) => sum + figure(cost), 0)
  const known = costs.filter(({ total }) => total !== null)
  return {
    total: known.length > 0 ? round(add(({ total }) => total ?? 0)) : null,
    recorded: round(add(({ recorded }) => recorded)),
    estimated: round(add(({ estimated }) => estimated)),
    unknown_turns: add(({ unknown_turns }) => unknown_turns),
    price_table: [...new Set(costs.map(({ price_table }) => price_table).filter(table => table !== ''))].join(', '),
    at_least: costs.some(({ at_least }) => at_least),
    subagents: round(add(({ subagents }) => subagents)),
    unpriced_replies: add(({ unpriced_replies }) => unpriced_replies),
    cut_short_replies: add(({ cut_short_replies }) => cut_short_replies),
    missing_subagents: add(({ missing_subagents }) => missing_subagents),
  }
}

/** `$1.23`, `≈ $1.23` where it is estimated, `at least $1.23` where it was more. */
export function costAmount({
  total,
  estimated = 0,
  at_least,
}: Pick<CostFigures, 'total' | 'at_least'> & { estimated?: number }) {
  if (total === null) return 'not known'
  return `${at_least ? 'at least ' : estimated > 0 ? '≈ ' : ''}${dollars(total)}`
}

/** Says so when amounts that are shown in cents do not add up to the total that is shown, though the exact ones do. */
export function roundingRemark(parts: ReadonlyArray<{ usd: number | null }>, { usd }: { usd: number | null }): string {
  const shown = dollars(parts.reduce((sum, part) => sum + shownDollars(part.usd ?? 0), 0))
  return shown === dollars(usd ?? 0)
    ? ''
    : `The amounts as shown add up to ${shown}, because each is rounded; unrounded they add up to the total.`
}

/** What there is to say about the amount, each in a few words. */
export function costRemarks(cost: CostFigures): string[] {
  return [
    cost.estimated > 0 && `estimated, prices ${cost.price_table}`,
    cost.subagents > 0 && `${dollars(cost.subagents)} by sub-agents`,
    cost.missing_subagents > 0 && `without ${formatCount(cost.missing_subagents, 'sub-agent')} not found`,
    cost.unknown_turns > 0 && `${formatCount(cost.unknown_turns, 'turn')} not known`,
    cost.unpriced_replies > 0 && `${replies(cost.unpriced_replies)} without a price`,
    cost.cut_short_replies > 0 && `output of ${replies(cost.cut_short_replies)} not recorded whole`,
  ].filter(remark => remark !== false)
}

/** `at least $1.23 (estimated, prices 2026-08-05; $0.20 by sub-agents; 2 turns not known)`. */
export function costText({ cost_usd }: { cost_usd: CostFigures }): string {
  if (cost_usd.total === null) return 'not known'
  const remarks = costRemarks(cost_usd)
  const amount = costAmount({ ...cost_usd, estimated: 0 })
  return remarks.length > 0 ? `${amount} (${remarks.join('; ')})` : amount
}

function replies(count: number): string {
  return count === 1 ? '1 reply' : `${formatNumber(count)} replies`
}

/** Sums of fractions end in noise. */
function round(sum: number): number {
  return Math.round(sum * 1_000_000) / 1_000_000
}
