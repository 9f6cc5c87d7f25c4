import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { moveWithArrows } from '../../state/rows.ts'
import { shortSession } from '../../state/words.ts'

type Entry = Output<'get_record_history'>['history'][number]

interface Props {
  entries: Entry[]
  from: number | undefined
  to: number | undefined
  onShow: (version: number) => void
  onMore: (() => void) | undefined
}

/** Newest first; choosing one shows what that version changed. */
export function Versions({ entries, from, to, onShow, onMore }: Props) {
  return (
    <section className="versions" aria-label="Versions">
      <ol>
        {entries.map(entry => (
          <li key={entry.version}>
            <button
              type="button"
              className="version"
              data-row
              aria-current={entry.version === to}
              onClick={() => onShow(entry.version)}
              onKeyDown={moveWithArrows}
            >
              <span className="version-head">
                <span className="mono">v{entry.version}</span>
                <span className="version-kind">{entry.change_type}</span>
                {entry.forced && <span className="tag">forced</span>}
                {entry.version === from && <span className="version-side">from</span>}
                {entry.version === to && <span className="version-side">to</span>}
              </span>
              <span className="version-summary">{entry.summary}</span>
              <span className="version-foot">
                <Ago time={entry.timestamp} />
                <span className="mono" title={entry.session_id}>
                  {shortSession(entry.session_id)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {onMore && (
        <button type="button" className="button small" onClick={onMore}>
          Older versions
        </button>
      )}
    </section>
  )
}
