import { codePoints } from '../../kernel/text.ts'
import { clean, cut, oneLine } from '../extract/text.ts'
import { tellingWords } from './node.ts'
import { isUnfinished } from './wording.ts'

export const maxTitle = 80

/** A text as a title: whole where it fits, else as many whole clauses or phrases of it as do; cut at a word only where none does. */
export function titleIn(text: string, most = maxTitle): string {
  // Secrets are named before anything is cut, since a part of one may not be recognized.
  const safe = oneLine(clean(text, null))
  if (codePoints(safe) <= most) return safe
  const plain = safe.replace(aside, '')
  return cut(codePoints(plain) > most ? leadingPart(plain, most) : plain, most)
}

/** What is in brackets can be left out. */
const aside = / \([^()]*\)/g

/** As much as fits and says enough: whole clauses, else whole phrases; the whole text where there is none. */
function leadingPart(text: string, most: number): string {
  const [condition = ''] = subordinate.exec(text) ?? []
  if (condition !== '') {
    // “When the token has expired, the page stays blank”: what is wrong comes last.
    const main = text.slice(text.indexOf(', ') + 2)
    const isTold = /^when(?:ever)?\b/i.test(text) && text.includes(', ') && tellingWords(main) >= 3
    return isTold && codePoints(main) <= most ? main.replace(/^\p{Ll}/u, letter => letter.toUpperCase()) : text
  }
  return (
    headBefore(text, clauseEnd, most, end => (end === '' ? 4 : 2)) ?? headBefore(text, phraseEnd, most, () => 4) ?? text
  )
}

/** The longest part that fits before one of the ends; what something is for is left out only where much is said without it. */
function headBefore(text: string, ends: RegExp, most: number, fewest: (end: string) => number): string | undefined {
  return [...text.slice(0, 2 * most).matchAll(ends)]
    .filter(({ 0: end }) => end !== '')
    .map(({ index, 0: end }) => ({ head: text.slice(0, index), end: end.trim() }))
    .findLast(
      ({ head, end }) =>
        codePoints(head) <= most &&
        !hasOpenBracket(head) &&
        !isUnfinished(head) &&
        !goesOn(head) &&
        tellingWords(head) >= fewest(end),
    )?.head
}

/** A clause that begins so says nothing without the next one. */
const subordinate =
  /^(?:[^:]{1,60}: )?(?:instead of|when|whenever|if|after|before|while|once|since|because|although|given|with|without|for|in|on|to)\b/i

function hasOpenBracket(text: string): boolean {
  return ['()', '{}', '[]'].some(([open = '', close = '']) => text.lastIndexOf(open) > text.lastIndexOf(close))
}

const clauseEnd =
  /, (?!(?:but|aber|pero|mais|mas|но)(?!\p{L}))|[，；]|\.{2,3}(?=\p{L})|; | [–—-] | (?!so that)(?:and|so|because)(?= (?:i|we|you|it|if|when|then|there|the first|that|also)\b)| (?=(?:to (?:make|ensure|avoid|prevent|allow|keep|support|reflect)|so that|in order to|since|because)\b)/giu

/** Whether the end of a text is said of what follows: a clause has just begun, or a word needs another one. */
function goesOn(text: string): boolean {
  const words = text.toLowerCase().split(' ')
  const [last = '', before = ''] = words.slice(-2).reverse()
  return (
    words.slice(-4).some(word => clauseWords.has(word)) ||
    endWords.has(last) ||
    (auxiliaries.has(before) && /(?:en|ed)$/.test(last))
  )
}

const clauseWords = new Set('because since while whether if when unless which who'.split(' '))
const endWords = new Set(
  'only not defined mentioned described listed called named used given found based such more less rather'.split(' '),
)
const auxiliaries = new Set(['is', 'are', 'was', 'were'])

/** What a phrase begins with that can be left out without turning what is said before it into something else. */
const phraseEnd =
  /, (?=(?:but|aber|pero|mais|mas|но)(?!\p{L}))| (?=(?:and|that|which|who|where|with|by|via|using|for|from|in|on|at|into|to|as|so|after|before|through|whether|per|across|between|under|over|defined|mentioned|described|listed|based)\b)/giu
