import { formatCount, formatNumber, sum } from '../../../kernel/numbers.ts'
import type { Statistics } from '../statistics.ts'
import { costAmount, costText, sumCosts } from '../text/costs.ts'
import { compact } from '../text/numbers.ts'
import type { BarChart } from './bars.ts'

export const tokenKinds = [
  ['input', 'input'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache write'],
  ['output', 'output'],
] as const

export const tokenSwatches = tokenKinds.map(([kind, name]) => [`tokens-${kind}`, name] as const)

interface ProjectTokens {
  project_key: string
  project_label: string
  statistics: Pick<Statistics, 'tokens' | 'cost_usd'>
}

/** Tokens of each project and what they cost; turns without numbers are shown as such. */
export function tokensChart(
  total: Pick<Statistics, 'tokens' | 'cost_usd'>,
  counted: readonly ProjectTokens[],
): BarChart | undefined {
  if (total.tokens.known_turns === 0) return undefined
  const projects = [...counted, ...outsideTurns(total, counted)]
  const all = sum(projects.flatMap(({ statistics }) => tokenKinds.map(([kind]) => statistics.tokens[kind])))
  const perTurn = all / total.tokens.known_turns
  const summary = tokenKinds.map(([kind, name]) => `${compact(total.tokens[kind])} ${name}`).join(', ')
  return {
    title: 'Tokens and cost',
    summary: `Tokens: ${summary}. Cost: ${costText(total)}.`,
    legend: [...tokenSwatches, ...(total.tokens.unknown_turns > 0 ? [['swatch-unknown', 'not known'] as const] : [])],
    bars: projects.map(({ project_key, project_label, statistics: { tokens, cost_usd } }) => ({
      key: project_key,
      label: project_label,
      parts: [
        ...tokenKinds.map(([kind, name]) => ({
          swatch: `tokens-${kind}`,
          value: tokens[kind],
          text: `${formatNumber(tokens[kind])} tokens ${name}`,
        })),
        {
          swatch: 'swatch-unknown',
          // As long as that many turns of average size; hatched, because the real number is not known.
          value: Math.round(perTurn * tokens.unknown_turns),
          text: `the tokens of ${formatCount(tokens.unknown_turns, 'turn')} are not known`,
        },
      ],
      note: cost_usd.total === null ? 'cost not known' : costAmount(cost_usd),
    })),
    head: ['Project', ...tokenKinds.map(([, name]) => name), 'turns not known', 'cost'],
    rows: projects.map(({ project_label, statistics }) => [
      project_label,
      ...tokenKinds.map(([kind]) => formatNumber(statistics.tokens[kind])),
      formatNumber(statistics.tokens.unknown_turns),
      costText(statistics),
    ]),
  }
}

/** What is part of the day and of none of its turns: what a turn begun on the day before used after midnight. */
function outsideTurns(
  total: Pick<Statistics, 'tokens' | 'cost_usd'>,
  projects: readonly ProjectTokens[],
): ProjectTokens[] {
  const rest = (part: (statistics: ProjectTokens['statistics']) => number) =>
    part(total) - sum(projects.map(({ statistics }) => part(statistics)))
  const counts = tokenKinds.map(([kind]) => [kind, rest(({ tokens }) => tokens[kind])] as const)
  if (counts.every(([, count]) => count <= 0)) return []
  const usd = Math.max(
    0,
    rest(({ cost_usd }) => cost_usd.total ?? 0),
  )
  return [
    {
      project_key: '',
      project_label: 'begun earlier',
      statistics: {
        tokens: { ...total.tokens, ...Object.fromEntries(counts), known_turns: 0, unknown_turns: 0 },
        cost_usd: { ...sumCosts([]), total: usd, at_least: total.cost_usd.at_least },
      },
    },
  ]
}
