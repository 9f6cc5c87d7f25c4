import { byteOrder } from '../../kernel/byte-order.ts'
import { type CardKnowledge, type KnownCard, placeOfToken } from '../text/card-knowledge.ts'
import { type Fact, minConfidence, type Relation, relationOf, valueText } from '../text/facts.ts'
import { roundTo } from '../text/numbers.ts'
import { type LinePart, quoteOf } from '../text/places.ts'
import { lowercaseWords, nameVariantConfidence, nameVariants, type ReadFile } from '../text/variants.ts'
import type { FileText } from '../workspace/vfs.ts'

type FindingStatus = Relation | 'name_variant'

/** One side of a finding: a place in a file and the value it holds. */
interface Side {
  file: FileText
  value: string
  part: LinePart
  at: number
  inDialogue: boolean
}

export interface Finding {
  status: FindingStatus
  severity: 'hard' | 'soft'
  entity: string
  attribute: string
  confidence: number
  scene: Side
  canon: Side
}

interface CanonSide {
  card: KnownCard
  file: FileText
}

const statuses: readonly FindingStatus[] = ['contradiction', 'name_variant', 'uncertain', 'match']

/** Facts of a scene against the facts of cards, and names of the scene against names of the cards. */
export function findingsOf(
  scene: ReadFile & { file: FileText; facts: readonly Fact[] },
  cards: readonly CanonSide[],
  known: CardKnowledge,
): Finding[] {
  const found = [...factFindings(scene, cards), ...variantFindings(scene, cards, known)]
  return found
    .filter(each => each.confidence >= minConfidence)
    .sort(
      (a, b) =>
        statuses.indexOf(a.status) - statuses.indexOf(b.status) ||
        Number(b.severity === 'hard') - Number(a.severity === 'hard') ||
        b.confidence - a.confidence ||
        a.scene.part.line - b.scene.part.line ||
        byteOrder(a.attribute, b.attribute),
    )
}

/** Facts of cards that a scene says nothing about. */
export function notMentioned(facts: readonly Fact[], cards: readonly CanonSide[]): Fact[] {
  const said = new Set(facts.filter(fact => fact.confidence >= minConfidence).map(keyOf))
  const seen = new Set<string>()
  return cards.flatMap(({ card }) =>
    card.facts.filter(fact => {
      const key = keyOf(fact)
      if (fact.value.kind === 'plain' || said.has(key) || seen.has(key)) return false
      seen.add(key)
      return fact.entity === card.entity
    }),
  )
}

function sideRow({ file, value, part, at, inDialogue }: Side) {
  const quote = quoteOf(file.lines, part, at, 240)
  return { path: file.path, line: part.line, value, ...quote, ...(inDialogue && { in_dialogue: true }) }
}

export function findingRow(finding: Finding, id: string) {
  const { status, severity, entity, attribute, confidence, scene, canon } = finding
  const what = { id, status, severity, entity, attribute, confidence: roundTo(confidence, 2) }
  return { ...what, scene: sideRow(scene), canon: sideRow(canon) }
}

export function findingNote({ entity, attribute, scene, canon }: Finding): string {
  return `${entity}: ${attribute} is ${scene.value} here, ${canon.value} in canon`
}

function factFindings(
  { file, facts }: { file: FileText; facts: readonly Fact[] },
  cards: readonly CanonSide[],
): Finding[] {
  const canon = new Map<string, { fact: Fact; side: CanonSide }[]>()
  for (const side of cards)
    for (const fact of side.card.facts) {
      if (fact.value.kind === 'plain') continue
      const known = canon.get(keyOf(fact)) ?? []
      canon.set(keyOf(fact), known)
      const same = known.findIndex(each => valueText(each.fact.value) === valueText(fact.value))
      if (same < 0) known.push({ fact, side })
      else if ((known[same]?.fact.confidence ?? 0) < fact.confidence) known[same] = { fact, side }
    }
  const seen = new Set<string>()
  return facts.flatMap(fact =>
    (canon.get(keyOf(fact)) ?? []).flatMap(({ fact: other, side }) => {
      const key = [keyOf(fact), fact.part.line, valueText(fact.value), valueText(other.value)].join('\n')
      if (seen.has(key)) return []
      seen.add(key)
      return [
        {
          status: relationOf(fact, other),
          severity: fact.entity.hardness,
          entity: fact.entity.title,
          attribute: fact.attribute,
          confidence: Math.min(fact.confidence, other.confidence),
          scene: sideOf(fact, file),
          canon: sideOf(other, side.file),
        },
      ]
    }),
  )
}

function sideOf(fact: Fact, file: FileText): Side {
  return { file, value: valueText(fact.value), part: fact.part, at: fact.at, inDialogue: fact.inDialogue }
}

function variantFindings(
  scene: ReadFile & { file: FileText },
  cards: readonly CanonSide[],
  known: CardKnowledge,
): Finding[] {
  const targets = new Set(cards.flatMap(({ card }) => card.tokens.map(each => each.token)))
  const lowercase = lowercaseWords([scene, ...cards.map(({ card }) => card.read)])
  return nameVariants([scene], targets, known.tokens, lowercase).flatMap(({ found, token }) => {
    const side = cards.find(({ card }) => card.tokens.some(each => each.token === token))
    const place = side && placeOfToken(side.card, token)
    if (!side || !place) return []
    return [
      {
        status: 'name_variant' as const,
        severity: side.card.entity.hardness,
        entity: token,
        attribute: 'name',
        confidence: nameVariantConfidence,
        scene: { file: scene.file, value: found.text, part: found.part, at: found.at, inDialogue: false },
        canon: { file: side.file, value: token, ...place, inDialogue: false },
      },
    ]
  })
}

function keyOf({ entity, attribute }: Fact): string {
  return `${entity.id}\n${attribute}`
}
