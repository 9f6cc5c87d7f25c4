import { formatCount, formatNumber } from '../../../../../src/kernel/numbers.ts'
import { type Counters, ranked, refusals } from '../../../state/room/counters.ts'
import { BarRows } from '../../diary/charts/bar-rows.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  title: string
  /** What the bars are grouped by: "Agent". */
  name: string
  of: { readonly [id: string]: Counters }
  /** The name that people read for an id. */
  wordsOf: (id: string) => string
}

const kinds = [
  ['check-pass', 'accepted', ({ accepted }: Counters) => accepted],
  ['tokens-input', 'abstained', ({ abstains }: Counters) => abstains],
  ['swatch-removed', 'refusals', refusals],
] as const

/** How turns ended, per agent or per place. */
export function TurnCharts({ title, name, of, wordsOf }: Props) {
  const weight = (counters: Counters) =>
    counters.activations + kinds.reduce((all, [, , value]) => all + value(counters), 0)
  const rows = ranked(of, weight)
  const [first] = rows
  if (!first) return null
  return (
    <BarRows
      title={title}
      summary={`${formatCount(rows.length, name.toLowerCase())} with counts; most for ${wordsOf(safeText(first[0]))}.`}
      legend={kinds.map(([swatch, word]) => [swatch, word])}
      bars={rows.map(([id, counters]) => ({
        key: id,
        label: wordsOf(safeText(id)),
        parts: kinds.map(([swatch, word, value]) => ({
          swatch,
          value: value(counters),
          text: `${formatNumber(value(counters))} ${word}`,
        })),
        note: formatCount(counters.activations, 'turn'),
      }))}
      head={[name, 'Turns', ...kinds.map(([, word]) => word), 'tool runs', 'tokens in', 'tokens out']}
      rows={rows.map(([id, counters]) => [
        wordsOf(safeText(id)),
        formatNumber(counters.activations),
        ...kinds.map(([, , value]) => formatNumber(value(counters))),
        formatNumber(counters.tool_runs),
        formatNumber(counters.tokens_in),
        formatNumber(counters.tokens_out),
      ])}
    />
  )
}
