import { isDeepStrictEqual } from 'node:util'
import type { Entity } from './entities.ts'
import { type Amount, amountText, sameAmount, type Unit } from './numbers.ts'
import type { LinePart } from './places.ts'
import { areNear } from './words.ts'

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
export const minConfidence = 0.5

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

/** What cards state and prose may therefore be asked about: a pattern looks only for what could be compared. */
export interface Comparable {
  materials: Heads
  intervals: Heads
  /** By a form of the key: the entities that count it. */
  counts: ReadonlyMap<string, readonly { entity: Entity; attribute: string }[]>
  measures: ReadonlyMap<Entity, readonly { attribute: string; family: Unit['family'] }[]>
}

interface Heads {
  entities: ReadonlySet<Entity>
  byHead: ReadonlyMap<string, readonly Entity[]>
}

export function comparableIn(facts: readonly Fact[]): Comparable {
  const counts = new Map<string, { entity: Entity; attribute: string }[]>()
  const measures = new Map<Entity, { attribute: string; family: Unit['family'] }[]>()
  for (const { entity, attribute, value } of facts) {
    if (attribute.startsWith('count:'))
      for (const form of formsOf(attribute.slice('count:'.length))) append(counts, form, { entity, attribute })
    if (attribute.startsWith('measure:') && value.kind === 'amount')
      append(measures, entity, { attribute, family: value.amount.unit.family })
  }
  return { materials: headsOf(facts, 'material'), intervals: headsOf(facts, 'interval'), counts, measures }
}

function headsOf(facts: readonly Fact[], attribute: string): Heads {
  const entities = new Set(facts.filter(fact => fact.attribute === attribute).map(fact => fact.entity))
  const byHead = new Map<string, Entity[]>()
  for (const entity of entities) append(byHead, entity.head, entity)
  return { entities, byHead }
}

/** Singular and plural of a key. */
function formsOf(key: string): string[] {
  const singular = key
    .replace(/([sxz]|ch|sh)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1')
  const plural = /[^aeiou]y$/.test(singular)
    ? singular.replace(/y$/, 'ies')
    : /(?:[sxz]|ch|sh)$/.test(singular)
      ? `${singular}es`
      : `${singular}s`
  return [...new Set([key, singular, plural])]
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
