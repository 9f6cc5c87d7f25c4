import './diary.css'
import {
  Ban,
  Check,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  FileQuestion,
  Hand,
  type LucideIcon,
  Minus,
  OctagonX,
} from 'lucide-react'
import type { dispositions } from '../../../../src/diary/report/schema.ts'
import type { Confidence } from '../../../../src/diary/schema.ts'
import type { TurnState } from '../../state/diary/addresses.ts'
import type { DayItem } from '../../state/diary/day-view.ts'
import { kindWord, stateWord } from '../../state/diary/turn-words.ts'
import { toneOf } from '../../ui/tone.ts'

type Disposition = (typeof dispositions)[number]

const dispositionMarks: { [disposition in Disposition]: { icon: LucideIcon; word: string } } = {
  completed: { icon: Check, word: 'Completed' },
  failed: { icon: OctagonX, word: 'Failed' },
  blocked: { icon: Ban, word: 'Blocked' },
  interrupted: { icon: Hand, word: 'Interrupted' },
  clarification: { icon: CircleHelp, word: 'Question asked' },
}
const kindMarks: { [kind in DayItem['kind']]: LucideIcon } = {
  material_work_item: Check,
  no_material_work_item: Minus,
  evidence_gap_item: FileQuestion,
  excluded_with_reason: CircleSlash,
}

type MarkedItem = Pick<DayItem, 'disposition' | 'waits_for_answer' | 'kind'>

/** The status of a work item, as a shape and a word. */
export function ItemMark({ item }: { item: MarkedItem }) {
  const { name, icon: Icon, word } = markOf(item)
  return (
    <span className={`inline-flex gap-6 items-baseline muted text-xs weight-550 ${toneOf(name)}`}>
      <Icon aria-hidden="true" />
      {word}
    </span>
  )
}

function markOf({ disposition, waits_for_answer, kind }: MarkedItem) {
  if (waits_for_answer) return { name: 'waiting', icon: CircleHelp, word: 'Needs an answer' }
  if (disposition === null) return { name: kind, icon: kindMarks[kind], word: kindWord(kind) }
  return { name: disposition, ...dispositionMarks[disposition] }
}

/** A swatch of the timeline with its word. */
export function StateSwatch({ state }: { state: TurnState }) {
  return (
    <span className="inline-row gap-6 nowrap">
      <svg viewBox="0 0 14 14" width="13" height="13" aria-hidden="true">
        <rect className={`state-${state}`} x="1" y="1" width="12" height="12" rx="3" />
      </svg>
      {stateWord(state)}
    </span>
  )
}

const levels: { [confidence in Confidence]: number } = { high: 3, medium: 2, low: 1 }

/** The confidence of a claim: three signal bars, and the word. */
export function ConfidenceMark({ confidence, isNamed = false }: { confidence: Confidence | null; isNamed?: boolean }) {
  if (confidence === null) {
    return (
      <span className="confidence inline-row gap-6 nowrap muted text-xs">
        <CircleDashed aria-hidden="true" /> Confidence n/a
      </span>
    )
  }
  return (
    <span className={`confidence inline-row gap-6 nowrap muted text-xs ${confidence}`}>
      <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
        {[1, 2, 3].map(level => (
          <rect
            key={level}
            className={level <= levels[confidence] ? 'full-bar' : 'empty-bar'}
            x={(level - 1) * 5}
            y={12 - level * 4}
            width="3.5"
            height={level * 4}
            rx="1"
          />
        ))}
      </svg>
      {!isNamed && <span className="hidden-text">Confidence </span>}
      {confidence}
      {isNamed && ' confidence'}
    </span>
  )
}
