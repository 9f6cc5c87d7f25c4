import './records.css'
import type { ReactNode } from 'react'
import { moveWithArrows } from '../state/rows.ts'
import { Button } from '../ui/button.tsx'
import { Ago } from './ago.tsx'

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
    <section className="stack gap-10" aria-label={label}>
      <ol>
        {rows.map(({ number, time, head, summary, foot }) => (
          <li key={number}>
            <button
              type="button"
              className="version stack gap-2 full text-left text-s hoverable"
              data-row
              aria-current={number === chosen}
              onClick={() => onShow(number)}
              onKeyDown={moveWithArrows}
            >
              <span className="row gap-8 weight-550">{head}</span>
              <span className="soft break-anywhere">{summary}</span>
              <span className="flex justify-between muted text-xs">
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
