import { codePoints } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import type { TurnRef } from '../schema.ts'
import { keywordsOf, type Turn, tellingWords } from './node.ts'
import { maxTitle } from './title-length.ts'

/** A text that can be a title, with the lines it is taken from. */
export interface Candidate {
  text: string
  /** Empty where it is not taken from the words of a turn. */
  support: readonly WordsOfTurn[]
  /** It is what a person asked for. */
  isAsked?: true
}

export interface WordsOfTurn {
  turn: TurnRef
  /** `<start>-<end>` each, as chains cite them. */
  lines: readonly string[]
}

export function askLines(turn: Turn): WordsOfTurn {
  return { turn, lines: turn.chain.trigger.citations.map(({ lines }) => lines) }
}

/** The branch's topic, then the text; the text alone when it names the topic already or both do not fit. */
export function withPrefix(prefix: Candidate | null, described: Candidate, isNeeded = false): Candidate {
  if (prefix === null) return described
  const ticket = /^[A-Z][A-Z\d]{1,9}-\d{1,6}\b/i.exec(prefix.text)?.[0] ?? ''
  const isRepeated = ticket !== '' && described.text.toLowerCase().startsWith(`${ticket.toLowerCase()}:`)
  const text = isRepeated ? capitalize(described.text.slice(ticket.length + 1).trimStart()) : described.text
  const said: string[] = text.toLowerCase().match(wordsIn) ?? []
  const words = prefix.text.toLowerCase().split(' ')
  const unsaid = words.filter(word => !said.some(each => each.startsWith(word.slice(0, stem))))
  if (unsaid.length <= words.length / 3) return described
  const both = `${capitalize(prefix.text)}: ${text}`
  // Half of a text with a prefix says less than the whole of it.
  const isWholeAlone =
    !isNeeded && codePoints(both) > maxTitle && (codePoints(text) <= maxTitle || tellingWords(text) >= 4)
  if (codePoints(both) <= maxTitle || (words.length < sentenceLength && !isWholeAlone)) {
    return { text: both, support: [...prefix.support, ...described.support] }
  }
  if (words.length < sentenceLength) return described
  const telling = [...keywordsOf([prefix.text])]
  const shared = telling.filter(word => said.some(each => each.startsWith(word.slice(0, stem)))).length
  return 2 * shared < telling.length ? described : { ...prefix, text: capitalize(prefix.text) }
}

/** So many letters are the same in the forms of a word. */
export const stem = 5
/** A branch named with so many words says by itself what the work is. */
export const sentenceLength = 4

export const wordsIn = /[\p{L}\p{N}]+/gu
