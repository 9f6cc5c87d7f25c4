import { keyFacts } from './card-facts.ts'
import { type Card, type CardText, cardsOf, type Entity, NameIndex, type NameToken, nameTokensOf } from './entities.ts'
import { type Fact, type Sought, soughtIn } from './facts.ts'
import { type Passage, passageOf } from './passages.ts'
import { proseFacts } from './prose-facts.ts'
import { readBlock } from './sentences.ts'
import { structureOf } from './structure.ts'
import type { ReadFile } from './variants.ts'

/** A card with what it says. */
export interface KnownCard extends Card {
  facts: readonly Fact[]
  tokens: readonly NameToken[]
  /** All of its words, key lines too. */
  read: ReadFile
}

/** All that the cards of a snapshot make known. */
export interface Known {
  cards: readonly KnownCard[]
  names: NameIndex
  sought: Sought
  /** Capitalised words that belong to a name or to what a card says. */
  tokens: ReadonlySet<string>
}

export function knownFrom(texts: readonly CardText[], hardnessByIndex: ReadonlyMap<string, 'hard' | 'soft'>): Known {
  const cards = cardsOf(texts, hardnessByIndex)
  const names = new NameIndex(cards.map(card => card.entity))
  const stated = cards.map(card => keyFacts(card, names))
  const early = soughtIn(stated.flat())
  const whole = cards.map((card, at) => {
    const facts = stated[at] ?? []
    const setting = { path: card.path, narrator: null, subject: card.entity }
    const told = proseFacts(cardPassages(card, names), setting, early)
    const plain = facts.filter(fact => fact.value.kind === 'plain').map(fact => fact.part.line)
    const tokens = nameTokensOf(
      card,
      card.pairs.filter(pair => plain.includes(pair.line)),
    )
    const read = { path: card.path, blocks: structureOf(card.lines).blocks.map(readBlock) }
    return { ...card, facts: [...facts, ...told], tokens, read }
  })
  const tokens = new Set(whole.flatMap(card => card.tokens.map(each => each.token)))
  return { cards: whole, names, sought: soughtIn(whole.flatMap(card => card.facts)), tokens }
}

export function characterOf(known: Known, name: string | null): Entity | null {
  const entity = name === null ? undefined : known.names.named(name)
  return entity?.character ? entity : null
}

export function cardOf(known: Known, entity: Entity | null): KnownCard | undefined {
  return known.cards.find(card => card.entity === entity)
}

function cardPassages(card: Card, names: NameIndex): Passage[] {
  const lines = new Set(card.pairs.map(pair => pair.line))
  const { blocks } = structureOf(card.lines, line => lines.has(line))
  return blocks
    .filter(block => block.kind === 'paragraph' || block.kind === 'item')
    .map(block => passageOf(block, names))
}
