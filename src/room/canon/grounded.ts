import { normalForm, quoteForm } from '../evidence/normal-form.ts'
import { isContentWord, wordsOf } from '../text/words.ts'
import { readCard } from './card-sentences.ts'
import type { CardContent } from './entry.ts'

/** How much of a constraint one sentence of the card has to say. */
const leastShare = 0.6

/** Leaves of what a model extracted only what the card bears out; what it does not is dropped and counted. */
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
  return words.size > 0 && sentences.some(sentence => shared(sentence) >= leastShare * words.size)
}

function contentWords(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .map(({ base }) => base.toLowerCase())
      .filter(isContentWord),
  )
}
