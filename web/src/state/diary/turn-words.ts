import { kindNames, terminalNames } from '../../../../src/diary/report/text/names.ts'
import { labelOf } from '../../../../src/transcripts/agents.ts'
import type { ItemKind, TurnState } from './addresses.ts'

export function stateWord(state: TurnState): string {
  return state === 'none' ? 'No evidence' : terminalNames[state]
}

export function kindWord(kind: ItemKind): string {
  return kindNames[kind]
}

export function sourceWord(source: string): string {
  return labelOf(source) || 'Unknown agent'
}

/** `09:41` of a timestamp; its offset is the report's. */
export function clockOf(time: string): string {
  return time.slice(11, 16)
}

/** `turn 7` of `T0007`. */
export function turnWords({ turn_ref }: { turn_ref: string }): string {
  return turn_ref.replace(/^T0*(?=\d)/, 'turn ')
}
