import type { Gender, Mention, NameIndex } from './entities.ts'
import { type NumberAt, numbersOf } from './numbers.ts'
import type { Block } from './structure.ts'
import { type Word, wordsOf } from './words.ts'

/** Offsets into the analysis text of a block, and the words between them. */
export interface Sentence {
  start: number
  end: number
  firstWord: number
  /** One past the last. */
  endWord: number
}

export interface ReadBlock {
  block: Block
  words: readonly Word[]
  sentences: readonly Sentence[]
}

export function readBlock(block: Block): ReadBlock {
  const words = wordsOf(block.text)
  return { block, words, sentences: sentencesOf(block.text, words) }
}

// The look behind keeps a long run of dots from being tried from each of its dots.
const ending = /(?<![.!?…])[.!?…]+["”’')\]»]*(?=\s|$)/g
const abbreviations = new Set(
  'mr mrs ms dr prof rev capt lt col gen sgt sr jr st mt vs etc al cf ca approx e.g i.e'.split(' '),
)

export function sentencesOf(text: string, words: readonly Word[]): Sentence[] {
  const sentences: Sentence[] = []
  let [start, word] = [0, 0]
  const close = (end: number) => {
    const firstWord = word
    while (word < words.length && (words[word]?.start ?? end) < end) word++
    const from = start
    start = end
    if (word > firstWord) sentences.push({ start: from + leadingSpace(text, from), end, firstWord, endWord: word })
  }
  for (const found of text.matchAll(ending)) {
    const end = found.index + found[0].length
    if (!isInsideSentence(text, found.index, found[0], end)) close(end)
  }
  close(text.length)
  return sentences
}

/** Whether a full stop is that of an abbreviation or an initial, or a small letter follows the mark. */
function isInsideSentence(text: string, at: number, marks: string, end: number): boolean {
  if (/\p{Ll}/u.test(nextCharacter(text, end))) return true
  if (marks !== '.') return false
  const before = /(?<![\p{L}.])[\p{L}.]+$/u.exec(text.slice(Math.max(0, at - 8), at))?.[0] ?? ''
  return abbreviations.has(before.toLowerCase()) || (/^\p{Lu}$/u.test(before) && before !== 'I')
}

function nextCharacter(text: string, from: number): string {
  let at = from
  while (at < text.length && /\s/.test(text[at] ?? '')) at++
  return String.fromCodePoint(text.codePointAt(at) ?? 32)
}

function leadingSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at] ?? '')) at++
  return at - from
}

interface Range {
  start: number
  end: number
}

const closers: { [opener: string]: string } = { '"': '"', '“': '”', '„': '“”', '«': '»' }

/** The stretches between double quotation marks; one that is never closed runs to the end of the paragraph. */
export function quotedRanges(text: string): Range[] {
  const ranges: Range[] = []
  let open = -1
  let closing = ''
  for (const { 0: mark, index } of text.matchAll(/["“”„«»]/g)) {
    if (open < 0) {
      closing = closers[mark] ?? ''
      open = closing === '' ? -1 : index
    } else if (closing.includes(mark)) {
      ranges.push({ start: open, end: index + 1 })
      open = -1
    }
  }
  return open < 0 ? ranges : [...ranges, { start: open, end: text.length }]
}

/** Answers for offsets that only rise from call to call, so that a whole text is walked once. */
export function insideOf(ranges: readonly Range[]): (offset: number) => boolean {
  let at = 0
  return offset => {
    while (at < ranges.length && (ranges[at]?.end ?? 0) <= offset) at++
    const range = ranges[at]
    return range !== undefined && range.start <= offset
  }
}

/** A block with all that fact patterns ask about it, found once. */
export interface Passage extends ReadBlock {
  mentions: readonly Mention[]
  /** Mentions and numbers by the word they begin with, and by the word they end with. */
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
