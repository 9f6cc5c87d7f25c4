import { CircleCheck, CircleX } from 'lucide-react'
import type { RunRecord } from '../../../../../src/room/runs/run-store.ts'
import { safeText } from '../../transcript/safe-text.ts'

/** What the recipe demands of the end of a run, and whether it holds. */
export function RunChecks({ checks }: { checks: RunRecord['dod'] }) {
  if (checks.length === 0) return null
  return (
    <section className="block" aria-label="Checks at the end">
      <div className="block-head">
        <h2>Checks at the end</h2>
      </div>
      <ul className="remark-list">
        {checks.map(({ check, ok, ...of }) => {
          const target = [of.slot, of.path].find(each => typeof each === 'string')
          return (
            <li key={`${check} ${String(target)}`}>
              <span className={ok ? 'mark-line good' : 'mark-line bad'}>
                {ok ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
                {ok ? 'Holds' : 'Does not hold'}
              </span>
              <code>{safeText(check)}</code>
              {target !== undefined && <span>{safeText(String(target))}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
