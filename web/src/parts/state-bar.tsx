import './records.css'
import { formatCount, formatNumber } from '../../../src/kernel/numbers.ts'
import { type State, states } from '../../../src/records/states.ts'
import { toneOf } from '../ui/tone.ts'
import { StateMark } from './state-mark.tsx'

/** The project's records by state: a bar, and its legend as text. */
export function StateBar({ counts }: { counts: { [state in State]: number } }) {
  const total = states.reduce((sum, state) => sum + counts[state], 0)
  return (
    <section className="stack gap-12 p-16 border rounded-l bg-surface" aria-label="Records by state">
      <p className="soft text-s">
        <strong className="tabular mr-4 ink text-xl weight-600 tracking-tight">{formatNumber(total)}</strong>{' '}
        {total === 1 ? 'record' : 'records'}
      </p>
      <div className="state-bar flex gap-2" aria-hidden="true">
        {states.map(
          state =>
            counts[state] > 0 && (
              <span
                key={state}
                className={`state-part ${toneOf(state.toLowerCase())}`}
                style={{ flexGrow: counts[state] }}
              />
            ),
        )}
      </div>
      <ul className="flex wrap gap-y-4 gap-x-16 text-s">
        {states.map(state => (
          <li className="row gap-8" key={state} title={formatCount(counts[state], 'record')}>
            <StateMark state={state} />
            <span className="tabular">{formatNumber(counts[state])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
