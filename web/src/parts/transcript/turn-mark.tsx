import './transcript.css'
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
import { StatusMark } from '../../ui/badge.tsx'
import { toneOf } from '../../ui/tone.ts'

/** How a turn ended, as shape, colour and word. */
export function TurnMark({ state }: { state: TurnState }) {
  const Icon = icons[state]
  return (
    <StatusMark icon={Icon} tone={toneOf(state)}>
      {stateWord(state)}
    </StatusMark>
  )
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
