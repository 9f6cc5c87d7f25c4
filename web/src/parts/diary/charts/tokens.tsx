import { compact, grouped } from '../../../../../src/diary/report/text/numbers.ts'
import type { DayProject } from '../../../state/diary/day-view.ts'
import { sum } from '../../../state/diary/totals.ts'
import { costWord } from '../../../state/diary/turn-words.ts'
import { counted } from '../../../state/words.ts'
import { BarRows } from './bar-rows.tsx'
import { Legend } from './chart.tsx'

const kinds = [
  ['input', 'input'],
  ['cache_read', 'cache read'],
  ['cache_write', 'cache write'],
  ['output', 'output'],
] as const

/** What models read and wrote for each project, and what it cost; turns that do not tell are hatched. */
export function TokensChart({ projects }: { projects: readonly DayProject[] }) {
  const known = sum(projects.map(({ statistics }) => statistics.tokens.known_turns))
  const unknown = sum(projects.map(({ statistics }) => statistics.tokens.unknown_turns))
  if (known === 0) return null
  const total = (kind: (typeof kinds)[number][0]) => sum(projects.map(({ statistics }) => statistics.tokens[kind]))
  const perTurn = sum(kinds.map(([kind]) => total(kind))) / known
  const tables = [...new Set(projects.map(({ statistics }) => statistics.cost_usd.price_table))].join(', ')
  const estimated = projects.some(({ statistics }) => statistics.cost_usd.estimated > 0)
  return (
    <BarRows
      title="Tokens and cost"
      summary={`Tokens: ${kinds.map(([kind, name]) => `${compact(total(kind))} ${name}`).join(', ')}. Cost: ${costOfAll(projects)}${estimated ? `, estimated with the prices of ${tables}` : ''}.`}
      legend={
        <Legend
          entries={[
            ...kinds.map(([kind, name]) => [`tokens-${kind}`, name] as const),
            ...(unknown > 0 ? [['swatch-unknown', 'not known'] as const] : []),
          ]}
        />
      }
      bars={projects.map(({ project_key, project_label, statistics: { tokens, cost_usd } }) => ({
        label: project_label,
        key: project_key,
        parts: [
          ...kinds.map(([kind]) => ({ swatch: `tokens-${kind}`, value: tokens[kind] })),
          // As long as so many turns are on the day's average; hatched, because nobody knows.
          { swatch: 'swatch-unknown', value: Math.round(perTurn * tokens.unknown_turns) },
        ],
        note: costWord(cost_usd) ?? 'cost not known',
        lines: [
          ...kinds.map(([kind, name]) => `${grouped(tokens[kind])} ${name}`),
          ...(tokens.unknown_turns > 0 ? [`${counted(tokens.unknown_turns, 'turn')} without numbers`] : []),
        ],
      }))}
      head={['Project', ...kinds.map(([, name]) => name), 'turns not known', 'cost']}
      rows={() =>
        projects.map(({ project_label, statistics: { tokens, cost_usd } }) => [
          project_label,
          ...kinds.map(([kind]) => grouped(tokens[kind])),
          grouped(tokens.unknown_turns),
          costWord(cost_usd) ?? 'not known',
        ])
      }
    />
  )
}

function costOfAll(projects: readonly DayProject[]): string {
  const costs = projects.map(({ statistics }) => statistics.cost_usd)
  const known = costs.flatMap(({ total }) => (total === null ? [] : [total]))
  const unknown = sum(costs.map(({ unknown_turns }) => unknown_turns))
  const missing = unknown > 0 ? `; ${counted(unknown, 'turn')} not known` : ''
  const total = { total: known.length > 0 ? sum(known) : null, estimated: sum(costs.map(({ estimated }) => estimated)) }
  return `${costWord(total) ?? 'not known'}${total.total === null ? '' : missing}`
}
