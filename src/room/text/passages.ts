import type { Gender, Mention, NameIndex } from './entities.ts'
import { type NumberAt, numbersOf } from './numbers.ts'
import { insideOf, quotedRanges, type ReadBlock, readBlock } from './sentences.ts'
import type { Block } from './structure.ts'

/** A block with all that fact patterns ask about it, found once. */
export interface Passage extends ReadBlock {
  mentions: readonly Mention[]
  mentionFrom: ReadonlyMap<number, Mention>
  mentionUpTo: ReadonlyMap<number, Mention>
  numberFrom: ReadonlyMap<number, NumberAt>
  numberUpTo: ReadonlyMap<number, NumberAt>
  /** Per word: whether it is inside double quotation marks. */
  quoted: readonly boolean[]
  characters: readonly Mention[]
  /** Mentions of characters a pronoun of that gender may mean. */
  fitting: { [gender in Gender]: readonly Mention[] }
}

export function passageOf(block: Block, names: NameIndex): Passage {
  const read = readBlock(block)
  const mentions = names.find(block.text, read.words)
  const numbers = numbersOf(block.text, read.words)
  const inside = insideOf(quotedRanges(block.text))
  const characters = mentions.filter(each => each.entity.character)
  const fits = (gender: Gender) =>
    characters.filter(each => each.entity.gender === null || each.entity.gender === gender)
  return {
    ...read,
    mentions,
    mentionFrom: new Map(mentions.map(each => [each.first, each])),
    mentionUpTo: new Map(mentions.map(each => [each.end - 1, each])),
    numberFrom: new Map(numbers.map(each => [each.first, each])),
    numberUpTo: new Map(numbers.map(each => [each.end - 1, each])),
    quoted: read.words.map(word => inside(word.start)),
    characters,
    fitting: { f: fits('f'), m: fits('m'), n: fits('n') },
  }
}

/** The last of them that ends at or before a word. */
export function lastBefore(mentions: readonly Mention[], word: number): Mention | undefined {
  return mentions[countBefore(mentions, word) - 1]
}

/** How many of them end at or before a word. */
export function countBefore(mentions: readonly Mention[], word: number): number {
  let [low, high] = [0, mentions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((mentions[middle]?.end ?? 0) <= word) low = middle + 1
    else high = middle
  }
  return low
}
