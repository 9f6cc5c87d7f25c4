import { isDeepStrictEqual } from 'node:util'
import type { Entity } from './entities.ts'
import { areNear } from './lexicon.ts'
import type { LinePart } from './places.ts'
import { type Amount, amountText, sameAmount } from './units.ts'

export type FactValue =
  | { kind: 'word'; word: string }
  | { kind: 'number'; number: number }
  | { kind: 'amount'; amount: Amount }
  | { kind: 'date'; year: number; season?: string }
  | { kind: 'plain'; text: string }

/** Something a file says about an entity, and where. */
export interface Fact {
  entity: Entity
  attribute: string
  value: FactValue
  confidence: number
  path: string
  /** The part of the sentence on the line of the value. */
  part: LinePart
  /** Column where the matched words begin on that line. */
  at: number
  inDialogue: boolean
  /** A key line of a card, the prose of a card, or any other file. */
  source: 'key' | 'card' | 'prose'
}

export type Relation = 'match' | 'uncertain' | 'contradiction'

/** Below this nothing is reported. */
export const leastConfidence = 0.5

export function valueText(value: FactValue): string {
  if (value.kind === 'word') return value.word
  if (value.kind === 'number') return String(value.number)
  if (value.kind === 'amount') return amountText(value.amount)
  if (value.kind === 'plain') return value.text
  return value.season === undefined ? String(value.year) : `${value.season} ${value.year}`
}

export function relationOf(a: Fact, b: Fact): Relation {
  if (sameValue(a.value, b.value)) return 'match'
  if (a.attribute === 'hair_color' && a.source === 'prose' && b.source === 'prose') return 'uncertain'
  return nearby(a, b) ? 'uncertain' : 'contradiction'
}

function sameValue(a: FactValue, b: FactValue): boolean {
  if (a.kind === 'amount' && b.kind === 'amount') return sameAmount(a.amount, b.amount)
  if (a.kind !== 'date' || b.kind !== 'date') return isDeepStrictEqual(a, b)
  return a.year === b.year && (a.season === undefined || b.season === undefined || a.season === b.season)
}

function nearby({ attribute, value: a }: Fact, { value: b }: Fact): boolean {
  if (a.kind === 'number' && b.kind === 'number') return attribute === 'age' && Math.abs(a.number - b.number) === 1
  if (a.kind !== 'word' || b.kind !== 'word') return false
  const siblings = new Set([a.word, b.word])
  return areNear(a.word, b.word) || (siblings.has('twin') && (siblings.has('brother') || siblings.has('sister')))
}
