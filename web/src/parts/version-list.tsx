import type { ReactNode } from 'react'
import { moveWithArrows } from '../state/rows.ts'
import { Ago } from './ago.tsx'
import { Button } from './button.tsx'

interface VersionRow {
  number: number
  time: string
  head: ReactNode
  summary: string
  foot: ReactNode
}

interface Props {
  /** What the list shows, in the plural: "Versions". */
  label: string
  rows: readonly VersionRow[]
  chosen: number | undefined
  onShow: (number: number) => void
  onMore: (() => void) | undefined
}

/** Versions of a text, newest first; choosing one shows what it changed. */
export function VersionList({ label, rows, chosen, onShow, onMore }: Props) {
  return (
    <section className="versions" aria-label={label}>
      <ol>
        {rows.map(({ number, time, head, summary, foot }) => (
          <li key={number}>
            <button
              type="button"
              className="version"
              data-row
              aria-current={number === chosen}
              onClick={() => onShow(number)}
              onKeyDown={moveWithArrows}
            >
              <span className="version-head">{head}</span>
              <span className="version-summary">{summary}</span>
              <span className="version-foot">
                <Ago time={time} />
                {foot}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {onMore && (
        <Button small onClick={onMore}>
          Older {label.toLowerCase()}
        </Button>
      )}
    </section>
  )
}
