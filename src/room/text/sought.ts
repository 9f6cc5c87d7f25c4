import type { Entity } from './entities.ts'
import type { Fact } from './facts.ts'
import type { Unit } from './units.ts'

/** What cards state and prose may therefore be asked about: a pattern looks only for what could be compared. */
export interface Sought {
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

export function soughtIn(facts: readonly Fact[]): Sought {
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
