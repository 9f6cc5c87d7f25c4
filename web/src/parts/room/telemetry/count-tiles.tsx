import { type Counters, refusals } from '../../../state/room/counters.ts'

/** The most important numbers. */
export function CountTiles({ totals }: { totals: Counters }) {
  const tiles = [
    ['Turns', totals.activations],
    ['Accepted', totals.accepted],
    ['Abstained', totals.abstains],
    ['Refusals', refusals(totals)],
    ['Tool runs', totals.tool_runs],
    ['Model calls', totals.model_calls],
    ['Tokens in', totals.tokens_in],
    ['Tokens out', totals.tokens_out],
  ] as const
  return (
    <dl className="count-tiles">
      {tiles.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
