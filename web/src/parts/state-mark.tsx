import './records.css'
import type { ReactNode } from 'react'
import type { State } from '../../../src/records/states.ts'
import { toneOf } from '../ui/tone.ts'

/** A state as shape, colour and word; the word may be hidden from view where a row is narrow. */
export function StateMark({ state, wordless = false }: { state: State; wordless?: boolean }) {
  return (
    <span
      className={`inline-row gap-6 text-s weight-500 ${toneOf(state.toLowerCase())}${wordless ? ' align-center' : ''}`}
      title={wordless ? wordOf(state) : undefined}
    >
      <StateShape state={state} />
      <span className={wordless ? 'hidden-text' : undefined}>{wordOf(state)}</span>
    </span>
  )
}

/** Says beside a title that another record holds now. */
export function SupersededMark({ by }: { by: string | undefined }) {
  return by === undefined ? null : <span className="text-xs nowrap tone-warn">superseded by {by}</span>
}

export function StateShape({ state }: { state: State }) {
  return (
    <svg className={`state-shape fixed-size ${toneOf(state.toLowerCase())}`} viewBox="0 0 16 16" aria-hidden="true">
      {shapes[state]}
    </svg>
  )
}

export function wordOf(state: State): string {
  return words[state]
}

const words: { [state in State]: string } = {
  OPEN: 'Open',
  LATER: 'Later',
  RESOLVED: 'Resolved',
  DISCARDED: 'Discarded',
}

const shapes: { [state in State]: ReactNode } = {
  OPEN: <circle cx="8" cy="8" r="5.6" className="ring" />,
  LATER: (
    <>
      <circle cx="8" cy="8" r="5.6" className="ring" strokeDasharray="2.6 1.8" />
      <path d="M8 5.2V8l1.9 1.2" className="ring" />
    </>
  ),
  RESOLVED: (
    <>
      <circle cx="8" cy="8" r="6.4" className="disc" />
      <path d="m5.2 8.2 2 2 3.7-4.1" className="notch" />
    </>
  ),
  DISCARDED: (
    <>
      <circle cx="8" cy="8" r="5.6" className="ring" />
      <path d="m4.2 11.8 7.6-7.6" className="ring" />
    </>
  ),
}
