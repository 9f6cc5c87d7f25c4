import { attributeOfKey, type CardLine, isNameKey } from './card-lines.ts'
import {
  type CanonCard,
  type CardText,
  cardsOf,
  type Entity,
  NameIndex,
  type NameToken,
  nameTokensOf,
} from './entities.ts'
import { type Comparable, comparableIn, type Fact, type FactValue } from './facts.ts'
import { bareNumber, numbersOf, type Unit, unitOf, yearAt } from './numbers.ts'
import type { LinePart } from './places.ts'
import { proseFacts } from './prose-facts.ts'
import { type Passage, passageOf, readBlock } from './sentences.ts'
import { structureOf } from './structure.ts'
import type { ReadFile } from './variants.ts'
import { colorOf, isKinship, materialOf, seasonOf, type Word, wordsOf } from './words.ts'

/** A card with what it says. */
export interface KnownCard extends CanonCard {
  facts: readonly Fact[]
  tokens: readonly NameToken[]
  /** All of its words, key lines too. */
  read: ReadFile
}

/** All that the cards of a snapshot make known. */
export interface CardKnowledge {
  cards: readonly KnownCard[]
  names: NameIndex
  comparable: Comparable
  /** Capitalised words that belong to a name or to what a card says. */
  tokens: ReadonlySet<string>
}

/** The line of a card that has a word of its names, whole. */
export function placeOfToken({ tokens, lines }: KnownCard, token: string): { part: LinePart; at: number } | undefined {
  const line = tokens.find(each => each.token === token)?.line
  if (line === undefined) return undefined
  const raw = lines[line - 1] ?? ''
  return { part: { line, start: 0, end: raw.length }, at: Math.max(0, raw.indexOf(token)) }
}

export function knowledgeOf(
  texts: readonly CardText[],
  hardnessByPath: ReadonlyMap<string, 'hard' | 'soft'>,
): CardKnowledge {
  const cards = cardsOf(texts, hardnessByPath)
  const names = new NameIndex(cards.map(card => card.entity))
  const keyLineFacts = cards.map(card => keyFacts(card, names))
  const comparableByKeyLines = comparableIn(keyLineFacts.flat())
  const knownCards = cards.map((card, at) => {
    const facts = keyLineFacts[at] ?? []
    const setting = { path: card.path, narrator: null, subject: card.entity }
    const factsInProse = proseFacts(cardPassages(card, names), setting, comparableByKeyLines)
    const plainLines = facts.filter(fact => fact.value.kind === 'plain').map(fact => fact.part.line)
    const plainPairs = card.pairs.filter(pair => plainLines.includes(pair.line))
    return {
      ...card,
      facts: [...facts, ...factsInProse],
      tokens: nameTokensOf(card, plainPairs),
      read: { path: card.path, blocks: structureOf(card.lines).blocks.map(readBlock) },
    }
  })
  return {
    cards: knownCards,
    names,
    comparable: comparableIn(knownCards.flatMap(card => card.facts)),
    tokens: new Set(knownCards.flatMap(card => card.tokens.map(each => each.token))),
  }
}

export function characterOf(known: CardKnowledge, name: string | null): Entity | null {
  const entity = name === null ? undefined : known.names.named(name)
  return entity?.character ? entity : null
}

export function cardOf(known: CardKnowledge, entity: Entity | null): KnownCard | undefined {
  return known.cards.find(card => card.entity === entity)
}

function cardPassages(card: CanonCard, names: NameIndex): Passage[] {
  const lines = new Set(card.pairs.map(pair => pair.line))
  const { blocks } = structureOf(card.lines, line => lines.has(line))
  return blocks
    .filter(block => block.kind === 'paragraph' || block.kind === 'item')
    .map(block => passageOf(block, names))
}

/** What a card states in its key lines, each with confidence 1. */
function keyFacts({ path, lines, pairs, entity }: CanonCard, names: NameIndex): Fact[] {
  return pairs
    .filter(pair => !isNameKey(pair.key))
    .flatMap(pair =>
      readPair(pair, entity, names).map(({ attribute, value }) => {
        const raw = lines[pair.line - 1] ?? ''
        const part = { line: pair.line, start: raw.length - raw.trimStart().length, end: raw.trimEnd().length }
        const certain = { confidence: 1, inDialogue: false, source: 'key' as const }
        return { entity, attribute, value, path, part, at: part.start, ...certain }
      }),
    )
}

interface StatedFact {
  attribute: string
  value: FactValue
}

function readPair({ key, value }: CardLine, entity: Entity, names: NameIndex): StatedFact[] {
  const words = wordsOf(value)
  const attribute = attributeOfKey(key)
  if (attribute === 'kin') {
    const kin = isKinship(key) ? kinNamed(key, value, words, names) : kinListed(value, names)
    return kin.length > 0 ? kin : [plainFact(key, value)]
  }
  if (attribute !== undefined) {
    const read = readers[attribute]?.(value, words, key)
    const fits = attribute !== 'date' || entity.event
    return [read && fits ? { attribute, value: read } : plainFact(key, value)]
  }
  const number = bareNumber(value, words)
  if (number !== undefined) return [{ attribute: `count:${key}`, value: { kind: 'number', number } }]
  const amount = amountIn(value, words)
  return [amount ? { attribute: `measure:${key}`, value: amount } : plainFact(key, value)]
}

type Reader = (text: string, words: readonly Word[], key: string) => FactValue | undefined

const readers: { [attribute: string]: Reader } = {
  eye_color: (_, words) => first(words, colorOf),
  hair_color: (_, words) => first(words, colorOf),
  material: (_, words) => first(words, materialOf),
  handedness: (_, words) => first(words, lower => /^(left|right)(?:-handed)?$/.exec(lower)?.[1]),
  age: (text, words) => numberValue(numbersOf(text, words)[0]?.value),
  birth_year: (_, words) => numberValue(yearIn(words)),
  made_year: (_, words) => numberValue(yearIn(words)),
  date: (_, words) => {
    const [year, season] = [yearIn(words), words.map(word => seasonOf(word.lower)).find(Boolean)]
    return year === undefined ? undefined : { kind: 'date', year, ...(season !== undefined && { season }) }
  },
  interval: (text, words) => {
    const at = words.findIndex(word => word.lower === 'every') + 1
    return amountIn(text, words.slice(at))
  },
  vital: (_, words, key) => first(words, lower => vitality(lower, key)),
}

function first(words: readonly Word[], canonical: (lower: string) => string | undefined): FactValue | undefined {
  const word = words.map(each => canonical(each.lower)).find(Boolean)
  return word === undefined ? undefined : { kind: 'word', word }
}

function numberValue(number: number | undefined): FactValue | undefined {
  return number === undefined ? undefined : { kind: 'number', number }
}

function yearIn(words: readonly Word[]): number | undefined {
  return words.map((_, at) => yearAt(words, at)).find(year => year !== undefined)
}

function vitality(lower: string, key: string): string | undefined {
  if (['dead', 'deceased', 'died', 'drowned', 'killed'].includes(lower)) return 'dead'
  if (['alive', 'living'].includes(lower)) return 'alive'
  if (key !== 'alive') return undefined
  return lower === 'yes' ? 'alive' : lower === 'no' ? 'dead' : undefined
}

/** A number with a unit and nothing else. */
function amountIn(text: string, words: readonly Word[]): (FactValue & { kind: 'amount' }) | undefined {
  const number = numbersOf(text, words)[0]
  const unit: Unit | undefined = number && unitOf(words[number.end]?.lower ?? '')
  if (!number || !unit || number.first !== 0 || words.length !== number.end + 1) return undefined
  return { kind: 'amount', amount: { count: number.value, unit } }
}

function kinNamed(key: string, value: string, words: readonly Word[], names: NameIndex): StatedFact[] {
  const people = names.find(value, words).filter(mention => mention.entity.character)
  return people.map(({ entity }) => ({ attribute: `kin:${entity.title}`, value: { kind: 'word', word: key } }))
}

/** "Ines Varga (cousin), Edda Quill (aunt)" */
function kinListed(value: string, names: NameIndex): StatedFact[] {
  return [...value.matchAll(/(?<![^,;()])([^,;()]+)\(([^()]*)\)/g)].flatMap(([, name = '', said = '']) => {
    const entity = names.named(name.trim())
    const word = wordsOf(said)
      .map(each => each.lower)
      .find(isKinship)
    return entity?.character && word ? [{ attribute: `kin:${entity.title}`, value: { kind: 'word', word } }] : []
  })
}

function plainFact(key: string, text: string): StatedFact {
  return { attribute: key, value: { kind: 'plain', text } }
}
