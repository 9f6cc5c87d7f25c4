import './transcript.css'
import { memo, type PointerEvent } from 'react'
import { toneOf } from '../../ui/tone.ts'
import type { LineSpan } from './line-address.ts'
import { type Turn, turnAt } from './turns.ts'

interface Props {
  total: number
  turns: readonly Turn[]
  hits: readonly number[]
  selection: LineSpan | undefined
  top: number
  onGo: (line: number) => void
}

/** The whole session at a glance: turns by outcome, hits, selected lines, and the reader's position. */
export function OverviewStrip({ total, turns, hits, selection, top, onGo }: Props) {
  function go(event: PointerEvent<HTMLDivElement>) {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { top: from, height } = event.currentTarget.getBoundingClientRect()
    onGo(Math.min(total, Math.max(1, Math.ceil(((event.clientY - from) / height) * total))))
  }
  const place = (line: number) => `${((line - 1) / Math.max(1, total)) * 100}%`
  return (
    <div
      className="overview-strip relative fixed-size bg-sunken pointer"
      aria-hidden="true"
      onPointerDown={go}
      onPointerMove={go}
    >
      <TurnCells total={total} turns={turns} />
      <HitTicks total={total} hits={hits} />
      {selection && (
        <span
          className="overview-selection"
          style={{
            top: place(selection.start),
            height: `max(3px, ${((selection.end - selection.start + 1) / total) * 100}%)`,
          }}
        />
      )}
      <span className="overview-here" style={{ top: place(top) }} />
    </div>
  )
}

const maxCells = 240

/** As many cells as a screen can show, whatever the number of turns. */
const TurnCells = memo(function TurnCells({ total, turns }: Pick<Props, 'total' | 'turns'>) {
  const count = Math.min(maxCells, total)
  const runs: { from: number; to: number; tone: string }[] = []
  for (let cell = 0; cell < count; cell++) {
    const turn = turnAt(turns, Math.floor(((cell + 0.5) / count) * total) + 1)
    const tone = turn ? toneOf(turn.terminal ?? 'none') : ''
    const last = runs.at(-1)
    if (last?.tone === tone) last.to = cell + 1
    else runs.push({ from: cell, to: cell + 1, tone })
  }
  return (
    <svg viewBox={`0 0 1 ${count}`} preserveAspectRatio="none" className="overview-turns" aria-hidden="true">
      {runs.map(
        ({ from, to, tone }) => tone && <rect key={from} className={tone} y={from} width="1" height={to - from} />,
      )}
    </svg>
  )
})

const HitTicks = memo(function HitTicks({ total, hits }: Pick<Props, 'total' | 'hits'>) {
  const count = Math.min(maxCells, total)
  const places = new Set(hits.map(line => Math.floor(((line - 1) / total) * count)))
  return (
    <svg viewBox={`0 0 1 ${count}`} preserveAspectRatio="none" className="overview-hits" aria-hidden="true">
      {[...places].map(place => (
        <rect key={place} y={place} width="1" height="1" />
      ))}
    </svg>
  )
})
