import { ownValue } from '../../kernel/json.ts'
import { cutTo } from '../../kernel/text.ts'
import { normalForm, quoteForm } from '../evidence/normal-form.ts'
import { attributeOfKey, type CardLine, cardLinesOf } from '../text/card-lines.ts'
import type { CardText } from '../text/entities.ts'
import { bareNumber, numbersOf, unitOf } from '../text/numbers.ts'
import { type FrontMatter, frontMatterOf } from '../text/scene-head.ts'
import { readBlock } from '../text/sentences.ts'
import { type Block, structureOf } from '../text/structure.ts'
import { isContentWord, wordsOf } from '../text/words.ts'
import { type CardContent, type EntryType, entryLimits } from './entry.ts'

/** What a card says, read by rules alone: the same text gives the same content. */
export function extractCard({ category, title, lines: given }: CardText): CardContent {
  // No store keeps them.
  const lines = given.map(line => line.replaceAll('\u0000', ''))
  const card = readCard(lines)
  const binding = card.sentences.filter(({ kind, text }) => kind !== 'heading' && kind !== 'row' && binds(text))
  return {
    type: typeOf(category),
    scope: ['project'],
    hardness: statedHardness(card) ?? (binding.length > 0 ? 'hard' : 'soft'),
    topics: topicsOf(card, title, lines),
    defines: definesOf(card, title, lines),
    constraints: distinct(
      card.sentences
        .filter(({ kind, text }) => kind !== 'heading' && kind !== 'row' && (binds(text) || repeats(text)))
        .map(({ text }) => cutTo(text, entryLimits.constraint).trim()),
    ).slice(0, 12),
    summary: cutTo(card.sentences.find(({ kind }) => kind === 'paragraph')?.text ?? title, entryLimits.summary).trim(),
  }
}

const types: { readonly [category: string]: EntryType } = {
  characters: 'character',
  locations: 'location',
  lore: 'lore',
  factions: 'faction',
  technology: 'technology',
  culture: 'culture',
  events: 'event',
  themes: 'theme',
  glossary: 'glossary',
}

function typeOf(category: string): EntryType {
  const key = category.toLowerCase()
  return ownValue(types, key) ?? 'misc'
}

function statedHardness({ pairs }: ReadCard): 'hard' | 'soft' | undefined {
  const said = pairs.find(({ key }) => key === 'hardness')?.value.toLowerCase()
  return said === 'hard' || said === 'soft' ? said : undefined
}

const bindingWords = new Set(['must', 'never', 'always', 'cannot', 'only'])

function binds(sentence: string): boolean {
  return wordsOf(sentence).some(({ lower }) => bindingWords.has(lower))
}

/** "every four minutes" */
function repeats(sentence: string): boolean {
  const words = wordsOf(sentence)
  return numbersOf(sentence, words).some(
    ({ first, end }) => words[first - 1]?.lower === 'every' && unitOf(words[end]?.lower ?? '') !== undefined,
  )
}

const maxTopics = 6

function topicsOf({ blocks, sentences }: ReadCard, title: string, lines: readonly string[]): string[] {
  const titleWords = new Set(wordsOf(title).map(({ lower }) => lower))
  const headings = blocks
    .filter(({ kind, startLine }) => kind === 'heading' && /^\s*##/.test(lines[startLine - 1] ?? ''))
    .map(({ text }) => text.toLowerCase())
  const counts = new Map<string, number>()
  for (const { text } of sentences.filter(({ kind }) => kind === 'paragraph' || kind === 'item')) {
    for (const { base } of wordsOf(text)) {
      const word = base.toLowerCase()
      if (isContentWord(word) && !titleWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  // Sorting keeps the order of the text among words that are equally frequent.
  const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word)
  return distinct([...headings, ...frequent].map(topic => cutTo(topic, entryLimits.topic).trim())).slice(0, maxTopics)
}

function definesOf({ pairs }: ReadCard, title: string, lines: readonly string[]): string[] {
  const aliases = pairs.filter(({ key }) => key === 'aliases' || key === 'alias').flatMap(({ value }) => listIn(value))
  const pairLines = new Set(pairs.map(({ line }) => line))
  const bold = lines.flatMap((line, at) =>
    pairLines.has(at + 1) ? [] : [...line.matchAll(/\*\*([^*]+)\*\*|__([^_]+)__/g)].map(([, a, b]) => a ?? b ?? ''),
  )
  const stated = pairs.filter(({ key, value }) => isCompared(key, value)).map(({ key, value }) => `${key}: ${value}`)
  const all = [title, ...aliases, ...bold, ...stated].map(each => cutTo(each.trim(), entryLimits.defines).trim())
  return distinct(all).slice(0, 12)
}

function listIn(value: string): string[] {
  return value.split(/[,;]/).map(part => part.trim())
}

/** Whether tools compare what this pair says with what scenes say. */
function isCompared(key: string, value: string): boolean {
  if (attributeOfKey(key) !== undefined) return true
  const words = wordsOf(value)
  if (bareNumber(value, words) !== undefined) return true
  const [number] = numbersOf(value, words)
  return number?.first === 0 && number.end + 1 === words.length && unitOf(words[number.end]?.lower ?? '') !== undefined
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter(text => text !== ''))]
}

/** A card taken apart: its pairs, and the sentences of everything else. */
interface ReadCard {
  front: FrontMatter | null
  pairs: readonly CardLine[]
  blocks: readonly Block[]
  /** In the order of the lines, a pair being one sentence. */
  sentences: readonly { kind: Block['kind'] | 'pair'; line: number; text: string }[]
}

function readCard(lines: readonly string[]): ReadCard {
  const front = frontMatterOf(lines)
  const pairs = cardLinesOf(lines, front)
  const pairLines = new Set(pairs.map(({ line }) => line))
  const { blocks } = structureOf(lines, line => pairLines.has(line))
  const ofBlocks = blocks.flatMap(block =>
    readBlock(block).sentences.map(({ start, end }) => ({
      kind: block.kind,
      line: block.startLine,
      text: block.text.slice(start, end).trim(),
    })),
  )
  const paired = pairs
    .filter(({ line }) => line > (front?.endLine ?? 0))
    .map(({ line }) => ({ kind: 'pair' as const, line, text: withoutMarks(lines[line - 1] ?? '') }))
  return { front, pairs, blocks, sentences: [...ofBlocks, ...paired].sort((a, b) => a.line - b.line) }
}

/** A pair as it is read, without the marks around it. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*[-*+]\s+/, '')
    .replaceAll('**', '')
    .trim()
    .replace(/^\||\|$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** How much of a constraint one sentence of the card has to say. */
const minShare = 0.6

/** Keeps only what the card supports of what a model extracted; the rest is dropped and counted. */
export function keepGrounded<T extends CardContent>(
  given: T,
  lines: readonly string[],
): { content: T; dropped: number } {
  const card = normalForm(lines.join('\n')).text
  const sentences = readCard(lines).sentences.map(({ text }) => contentWords(text))
  const defines = given.defines.filter(each => quoteForm(each) !== '' && card.includes(quoteForm(each)))
  const constraints = given.constraints.filter(each => isShared(contentWords(each), sentences))
  const dropped = given.defines.length - defines.length + given.constraints.length - constraints.length
  return { content: { ...given, defines, constraints }, dropped }
}

function isShared(words: ReadonlySet<string>, sentences: readonly ReadonlySet<string>[]): boolean {
  const shared = (sentence: ReadonlySet<string>) => [...words].filter(word => sentence.has(word)).length
  return words.size > 0 && sentences.some(sentence => shared(sentence) >= minShare * words.size)
}

function contentWords(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .map(({ base }) => base.toLowerCase())
      .filter(isContentWord),
  )
}
