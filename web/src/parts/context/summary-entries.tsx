import type { Entry } from '../../state/context/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { byteSize, sizeWords } from '../../state/words.ts'
import { Ago } from '../ago.tsx'
import { safeText } from '../transcript/safe-text.ts'

interface Props {
  entries: Entry[]
  chosen: number
  newest: number
  onShow: (n: number) => void
  onMore: (() => void) | undefined
}

const sources: { [source in Entry['source']]: string } = {
  context_summarize: 'summary',
  project_update: 'edited',
  project_create: 'created',
  import: 'imported',
  restore: 'restored',
}

/** Newest first; selecting one shows what it changed. */
export function SummaryEntries({ entries, chosen, newest, onShow, onMore }: Props) {
  return (
    <section className="versions" aria-label="Entries">
      <ol>
        {entries.map(entry => (
          <li key={entry.n}>
            <button
              type="button"
              className="version"
              data-row
              aria-current={entry.n === chosen}
              onClick={() => onShow(entry.n)}
              onKeyDown={moveWithArrows}
            >
              <span className="version-head">
                <span className="mono">{entry.n}</span>
                <span className="version-kind">{sources[entry.source]}</span>
                {entry.n === newest && <span className="version-side">now</span>}
              </span>
              <span className="version-summary">{firstLine(entry)}</span>
              <span className="version-foot">
                <Ago time={entry.timestamp} />
                <span className="tabular">
                  {sizeWords(byteSize(entry.recentEvents ?? '') + byteSize(entry.additionalNotes ?? ''))}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {onMore && (
        <button type="button" className="button small" onClick={onMore}>
          Older entries
        </button>
      )}
    </section>
  )
}

function firstLine({ recentEvents = '', additionalNotes = '' }: Entry): string {
  const line = `${recentEvents}\n${additionalNotes}`.split('\n').find(each => each.trim() !== '') ?? 'empty'
  const short = [...safeText(line.trim())]
  return short.length > 90 ? `${short.slice(0, 90).join('')}…` : short.join('')
}
