import { memo } from 'react'
import type { CompactRecord } from '../../../../src/diary/workspace/transcript.ts'
import { CompactLine, isMalformed } from './compact-line.tsx'
import type { Place } from './fetched-lines.ts'
import { RawLine } from './raw-line.tsx'
import { TurnBand } from './turn-band.tsx'
import type { Turn } from './turns.ts'

export interface LineRowProps {
  place: Place
  line: number
  total: number
  record: CompactRecord | undefined
  /** The raw line is wanted; it is undefined while it loads. */
  full: boolean
  raw: string | undefined
  /** The line's position in its turn. */
  turn: Turn | undefined
  words: string
  isHit: boolean
  isSelected: boolean
  isActive: boolean
  open: boolean
  onOpen: (line: number) => void
  onPick: (line: number, extend: boolean) => void
  onFocus: (line: number) => void
  measure: (element: HTMLElement | null) => void
  /** Pixels from the top of the list. */
  start: number
}

/** One physical line of the transcript. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, total, record, full, raw, turn, words, place, isActive, isSelected, measure, start } = props
  const text = { words, open: props.open, onOpen: () => props.onOpen(line) }
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned absolutely, and ul takes nothing but li
    <div
      ref={measure}
      role="listitem"
      aria-posinset={line}
      aria-setsize={total}
      data-index={line - 1}
      data-line={line}
      tabIndex={isActive ? 0 : -1}
      className={classOf(props)}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={() => props.onFocus(line)}
    >
      {turn?.start_line === line && <TurnBand turn={turn} />}
      <div className="line-body">
        <button
          type="button"
          className="line-number tabular"
          tabIndex={-1}
          aria-pressed={isSelected}
          onMouseDown={event => event.shiftKey && event.preventDefault()}
          onClick={event => props.onPick(line, event.shiftKey)}
        >
          <span className="hidden-text">Line </span>
          {line}
        </button>
        <div className="line-content">
          {record === undefined && <span className="bone" style={{ width: `${30 + ((line * 37) % 50)}%` }} />}
          {record && !full && <CompactLine record={record} {...text} />}
          {record && full && <RawLine place={place} line={line} bytes={record.raw_bytes} raw={raw} {...text} />}
        </div>
      </div>
    </div>
  )
})

function classOf({ record, turn, line, isHit, isSelected, isActive }: LineRowProps): string {
  return [
    'line',
    turn ? 'in-turn' : 'outside',
    turn?.start_line === line && 'starts',
    record && isMalformed(record) && 'malformed',
    record?.role === 'user' && record.text_preview !== null && turn?.start_line === line && 'trigger',
    isHit && 'hit',
    isSelected && 'selected',
    isActive && 'active',
  ]
    .filter(Boolean)
    .join(' ')
}
