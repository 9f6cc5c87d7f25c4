import { plural } from '../../../extract/text.ts'
import type { Statistics } from '../../statistics.ts'
import { type Counted, costText } from '../../statistics-tables.ts'
import { compact, dollars, grouped } from '../../text/numbers.ts'
import type { Markup } from '../markup.ts'
import { figure, legendOf } from './chart.ts'
import { barRows, rowsHeight } from './rows.ts'

const kinds = [
  ['input', 'input'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache write'],
  ['output', 'output'],
] as const

/** What models read and wrote for each project, and what it cost; turns that do not tell are shown as such. */
export function tokensChart(total: Statistics, projects: readonly Counted[]): Markup | false {
  if (total.tokens.known_turns === 0) return false
  const sums = projects.map(({ statistics: { tokens } }) => kinds.reduce((sum, [kind]) => sum + tokens[kind], 0))
  const perTurn = sums.reduce((sum, each) => sum + each, 0) / total.tokens.known_turns
  const rows = projects.map(({ label, statistics }) => {
    const { tokens, cost_usd } = statistics
    const cost =
      cost_usd.total === null ? 'cost not known' : `${cost_usd.estimated > 0 ? '≈ ' : ''}${dollars(cost_usd.total)}`
    return {
      label,
      parts: [
        ...kinds.map(([kind, name]) => ({
          swatch: `tokens-${kind}`,
          value: tokens[kind],
          says: `${label}: ${grouped(tokens[kind])} tokens ${name}`,
        })),
        {
          swatch: 'unknown',
          // As long as so many turns are on the day's average; it is hatched because nobody knows.
          value: Math.round(perTurn * tokens.unknown_turns),
          says: `${label}: the tokens of ${plural(tokens.unknown_turns, 'turn')} are not known`,
        },
      ],
      note: cost,
    }
  })
  const { tokens } = total
  const said = kinds.map(([kind, name]) => `${compact(tokens[kind])} ${name}`).join(', ')
  return figure({
    id: 'tokens',
    title: 'Tokens and cost',
    summary: `Tokens: ${said}. Cost: ${costText(total)}.`,
    height: rowsHeight(rows),
    body: barRows(rows),
    legend: legendOf([
      ...kinds.map(([kind, name]) => [`tokens-${kind}`, name] satisfies [string, string]),
      ...(tokens.unknown_turns > 0 ? [['unknown', 'not known'] satisfies [string, string]] : []),
    ]),
    head: ['Project', ...kinds.map(([, name]) => name), 'turns not known', 'cost'],
    rows: projects.map(({ label, statistics }) => [
      label,
      ...kinds.map(([kind]) => grouped(statistics.tokens[kind])),
      grouped(statistics.tokens.unknown_turns),
      costText(statistics),
    ]),
  })
}
