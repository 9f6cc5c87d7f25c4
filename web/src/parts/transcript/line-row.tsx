import './transcript.css'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import type { CompactRecord } from '../../../../src/diary/workspace/transcript.ts'
import { formatSize } from '../../../../src/kernel/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { CompactLine, isMalformed } from './compact-line.tsx'
import { largeLineQuery, type Place } from './fetched-lines.ts'
import type { OutlineAgent } from './outline.ts'
import { ShownText } from './shown-text.tsx'
import { SubagentRows } from './subagent-rows.tsx'
import { TurnBand } from './turn-band.tsx'
import type { Turn } from './turns.ts'
import { largeRaw } from './windows.ts'

export interface LineRowProps {
  place: Place
  line: number
  /** Its place among the lines that are shown. */
  index: number
  total: number
  record: CompactRecord | undefined
  /** The raw line is wanted; it is undefined while it loads. */
  full: boolean
  raw: string | undefined
  /** The line's position in its turn. */
  turn: Turn | undefined
  /** Sub-agents that its calls started. */
  agents: readonly OutlineAgent[] | undefined
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
      data-index={props.index}
      data-line={line}
      tabIndex={isActive ? 0 : -1}
      className={classOf(props)}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={() => props.onFocus(line)}
    >
      {turn?.start_line === line && <TurnBand turn={turn} />}
      <div className="line-body stack">
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
        <div className="line-content min-w-0 text-s">
          {record === undefined && (
            <span
              className="bone as-block mt-4 mb-4 rounded-s bg-press"
              style={{ width: `${30 + ((line * 37) % 50)}%` }}
            />
          )}
          {record && !full && (
            <CompactLine place={place} record={record} unfolded={props.isHit || props.isSelected} {...text} />
          )}
          {props.agents?.map(agent => (
            <SubagentRows key={agent.subagent} place={place} agent={agent} words={words} />
          ))}
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

interface Props {
  place: Place
  line: number
  bytes: number
  /** Undefined while it loads. */
  raw: string | undefined
  words: string
  open: boolean
  onOpen: () => void
}

/** The line as it is in the file; a large one on demand only. */
function RawLine({ place, line, bytes, raw, ...text }: Props) {
  if (bytes > largeRaw) return <LargeLine place={place} line={line} bytes={bytes} {...text} />
  if (raw === undefined) return <span className="bone as-block mt-4 mb-4 rounded-s bg-press" style={{ width: '64%' }} />
  return raw === '' ? <p className="muted text-xs">Empty line</p> : <ShownText text={raw} mono {...text} />
}

const maxRequestedBytes = 16 * 1024 * 1024

function LargeLine({ place, line, bytes, ...text }: Omit<Props, 'raw'>) {
  const [asked, setAsked] = useState(false)
  const large = useQuery({ ...largeLineQuery(place, line), enabled: asked })
  if (large.data !== undefined) return <ShownText text={large.data} mono {...text} />
  if (large.error) return <FaultView error={large.error} onRetry={() => large.refetch()} />
  if (bytes > maxRequestedBytes) {
    return (
      <p className="muted text-xs">
        {formatSize(bytes)} on one line, too much for a screen. Read it with <code>daybook diary read</code>.
      </p>
    )
  }
  return (
    <Button small disabled={asked} onClick={() => setAsked(true)}>
      {asked ? 'Loading…' : `Show this line of ${formatSize(bytes)}`}
    </Button>
  )
}
