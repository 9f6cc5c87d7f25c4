import { kindNames, sourceNames, terminalNames } from '../../../../src/diary/report/text/names.ts'
import type { ItemKind, TurnState } from './addresses.ts'

export function stateWord(state: TurnState): string {
  return state === 'none' ? 'No evidence' : terminalNames[state]
}

export function kindWord(kind: ItemKind): string {
  return kindNames[kind]
}

export function sourceWord(source: string): string {
  return sourceNames[source] ?? (source || 'Unknown agent')
}

/** `09:41` of a written time; its offset is that of the report. */
export function clockOf(time: string): string {
  return time.slice(11, 16)
}
