import { keyFacts } from './card-facts.ts'
import { type Card, type CardText, cardsOf, type Entity, NameIndex, type NameToken, nameTokensOf } from './entities.ts'
import { type Comparable, comparableIn, type Fact } from './facts.ts'
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
export interface CardKnowledge {
  cards: readonly KnownCard[]
  names: NameIndex
  comparable: Comparable
  /** Capitalised words that belong to a name or to what a card says. */
  tokens: ReadonlySet<string>
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

function cardPassages(card: Card, names: NameIndex): Passage[] {
  const lines = new Set(card.pairs.map(pair => pair.line))
  const { blocks } = structureOf(card.lines, line => lines.has(line))
  return blocks
    .filter(block => block.kind === 'paragraph' || block.kind === 'item')
    .map(block => passageOf(block, names))
}
