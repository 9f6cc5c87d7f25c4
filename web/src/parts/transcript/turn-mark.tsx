import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
} from 'lucide-react'
import type { TurnState } from '../../state/diary/addresses.ts'
import { stateWord } from '../../state/diary/turn-words.ts'

/** How a turn ended, as shape, colour and word. */
export function TurnMark({ state }: { state: TurnState }) {
  const Icon = icons[state]
  return (
    <span className={`turn-mark ${toneOf(state)}`}>
      <Icon aria-hidden="true" />
      {stateWord(state)}
    </span>
  )
}

export function toneOf(state: TurnState): string {
  return tones[state]
}

const icons: { [state in TurnState]: LucideIcon } = {
  material_result: CircleCheck,
  no_material: CircleMinus,
  blocked: CircleAlert,
  interrupted: CirclePause,
  failed: CircleX,
  clarification_only: CircleQuestionMark,
  evidence_gap: CircleDashed,
  other: CircleDot,
  none: CircleDashed,
}

const tones: { [state in TurnState]: string } = {
  material_result: 'good',
  no_material: 'calm',
  blocked: 'bad',
  interrupted: 'held',
  failed: 'bad',
  clarification_only: 'asked',
  evidence_gap: 'calm',
  other: 'calm',
  none: 'calm',
}
