import { byteOrder } from '../../kernel/byte-order.ts'
import { type CardKnowledge, placeOfToken } from '../text/card-knowledge.ts'
import { type Fact, minConfidence, relationOf, valueText } from '../text/facts.ts'
import type { LinePart } from '../text/places.ts'
import {
  lowercaseWords,
  nameVariantConfidence,
  nameVariants,
  terminology,
  terminologyConfidence,
  type WrittenTerm,
} from '../text/variants.ts'
import type { ReadScene } from './workspace-reader.ts'

export type CandidateStatus = 'contradiction' | 'name_variant' | 'terminology' | 'uncertain'

/** One value of a candidate and its place. */
interface CandidateValue {
  value: string
  path: string
  part: LinePart
  at: number
  inDialogue: boolean
}

export interface Candidate {
  kind: 'attribute' | 'name_variant' | 'terminology' | 'acts_after_death'
  status: CandidateStatus
  entity: string
  attribute?: string
  confidence: number
  /** Whether it is about a character. */
  person: boolean
  values: CandidateValue[]
}

/** A file that is compared: a scene with the facts of its prose, or a card with those it states. */
export interface ConsistencyFile extends ReadScene {
  card: boolean
}

const order: readonly CandidateStatus[] = ['contradiction', 'name_variant', 'terminology', 'uncertain']
const maxCompared = 50

export function candidatesOf(files: readonly ConsistencyFile[], known: CardKnowledge): Candidate[] {
  const found = [
    ...attributeCandidates(files),
    ...actsAfterDeath(files),
    ...variantCandidates(files, known),
    ...termCandidates(files),
  ]
  return found.sort(
    (a, b) =>
      order.indexOf(a.status) - order.indexOf(b.status) ||
      b.confidence - a.confidence ||
      byteOrder(a.entity, b.entity) ||
      byteOrder(a.attribute ?? '', b.attribute ?? ''),
  )
}

export function isInFocus({ kind, attribute = '', person }: Candidate, focus: string): boolean {
  if (focus === 'characters') return person && (kind === 'attribute' || kind === 'name_variant')
  if (focus === 'terminology') return kind === 'terminology' || kind === 'name_variant'
  if (focus !== 'events') return true
  return kind === 'acts_after_death' || ['date', 'interval', 'made_year', 'vital'].includes(attribute)
}

function attributeCandidates(files: readonly ConsistencyFile[]): Candidate[] {
  const groups = new Map<string, Map<string, Fact>>()
  for (const fact of files.flatMap(file => file.facts)) {
    if (fact.value.kind === 'plain' || fact.confidence < minConfidence) continue
    const key = `${fact.entity.id}\n${fact.attribute}`
    const values = groups.get(key) ?? new Map<string, Fact>()
    groups.set(key, values)
    const text = valueText(fact.value)
    if ((values.get(text)?.confidence ?? 0) < fact.confidence) values.set(text, fact)
  }
  return [...groups.values()].flatMap(values => candidateOf([...values.values()].slice(0, maxCompared)))
}

function candidateOf(facts: readonly Fact[]): Candidate[] {
  const pairs = facts.flatMap((a, at) =>
    facts.slice(at + 1).flatMap(b => {
      const relation = comparable(a, b) ? relationOf(a, b) : 'match'
      return relation === 'match' ? [] : [{ a, b, relation, confidence: Math.min(a.confidence, b.confidence) }]
    }),
  )
  const status = pairs.some(pair => pair.relation === 'contradiction') ? 'contradiction' : 'uncertain'
  const [first] = facts
  if (!first || pairs.length === 0) return []
  const differing = new Set(pairs.flatMap(({ a, b }) => [a, b]))
  const best = pairs.filter(pair => pair.relation === status).map(pair => pair.confidence)
  return [
    {
      kind: 'attribute',
      status,
      entity: first.entity.title,
      attribute: first.attribute,
      confidence: Math.max(...best),
      person: first.entity.character,
      values: [...differing].map(factValue),
    },
  ]
}

/** One scene may show a life and another a death; their order is checked by `actsAfterDeath`. */
function comparable(a: Fact, b: Fact): boolean {
  if (a.path === b.path && a.part.line === b.part.line) return false
  return a.attribute !== 'vital' || a.source !== 'prose' || b.source !== 'prose'
}

/** Dead in a scene, alive in one with a higher number. */
function actsAfterDeath(files: readonly ConsistencyFile[]): Candidate[] {
  const scenes = files
    .filter(file => !file.card && file.number !== null)
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
  const dead = new Map<string, { fact: Fact; number: number }>()
  const found = new Map<string, Candidate>()
  for (const { facts, number } of scenes)
    for (const fact of facts.filter(each => each.attribute === 'vital')) {
      const id = fact.entity.id
      const death = dead.get(id)
      const said = valueText(fact.value)
      if (said === 'dead' && !death && fact.confidence >= 0.8) dead.set(id, { fact, number: number ?? 0 })
      if (said === 'dead' || !death || (number ?? 0) <= death.number || found.has(id)) continue
      const confidence = Math.min(fact.confidence, death.fact.confidence)
      if (confidence < minConfidence) continue
      found.set(id, {
        kind: 'acts_after_death',
        status: 'contradiction',
        entity: fact.entity.title,
        attribute: 'vital',
        confidence,
        person: true,
        values: [death.fact, fact].map(factValue),
      })
    }
  return [...found.values()]
}

function variantCandidates(files: readonly ConsistencyFile[], known: CardKnowledge): Candidate[] {
  return nameVariants(files, known.tokens, known.tokens, lowercaseWords(files)).flatMap(({ found, token }) => {
    const card = known.cards.find(each => each.tokens.some(one => one.token === token))
    const place = card && placeOfToken(card, token)
    if (!card || !place) return []
    return [
      {
        kind: 'name_variant' as const,
        status: 'name_variant' as const,
        entity: token,
        attribute: 'name',
        confidence: nameVariantConfidence,
        person: card.entity.character,
        values: [wordValue(found), { value: token, path: card.path, ...place, inDialogue: false }],
      },
    ]
  })
}

function termCandidates(files: readonly ConsistencyFile[]): Candidate[] {
  return terminology(files).map(({ key, forms }) => ({
    kind: 'terminology' as const,
    status: 'terminology' as const,
    entity: key,
    confidence: terminologyConfidence,
    person: false,
    values: forms.map(wordValue),
  }))
}

function factValue(fact: Fact): CandidateValue {
  const { path, part, at, inDialogue, value } = fact
  return { value: valueText(value), path, part, at, inDialogue }
}

function wordValue({ text, path, part, at }: WrittenTerm): CandidateValue {
  return { value: text, path, part, at, inDialogue: false }
}
