import { type State, states } from '../../../src/records/states.ts'
import { pluralize } from '../state/words.ts'
import { StateMark } from './state-mark.tsx'

/** The project's records by state: a bar, and its legend as text. */
export function StateBar({ counts }: { counts: { [state in State]: number } }) {
  const total = states.reduce((sum, state) => sum + counts[state], 0)
  return (
    <section className="figure-card" aria-label="Records by state">
      <p className="figure-number">
        <strong className="tabular">{total.toLocaleString('en')}</strong> {total === 1 ? 'record' : 'records'}
      </p>
      <div className="state-bar" aria-hidden="true">
        {states.map(
          state =>
            counts[state] > 0 && (
              <span key={state} className={`state-part ${state.toLowerCase()}`} style={{ flexGrow: counts[state] }} />
            ),
        )}
      </div>
      <ul className="state-legend">
        {states.map(state => (
          <li key={state} title={pluralize(counts[state], 'record')}>
            <StateMark state={state} />
            <span className="tabular">{counts[state].toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
