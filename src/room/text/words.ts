export interface Word {
  text: string
  lower: string
  start: number
  end: number
  /** Without a possessive ending. */
  base: string
}

const pattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(pattern), found => {
    const word = found[0]
    const base = /['’]s$/.test(word) ? word.slice(0, -2) : word
    return { text: word, lower: word.toLowerCase(), start: found.index, end: found.index + word.length, base }
  })
}

export function countWords(text: string): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) count++
  return count
}

export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** Function words and contractions of them. */
export function isStopword(lower: string): boolean {
  if (stopwords.has(lower)) return true
  const mark = lower.search(/['’]/)
  return mark > 0 && (stopwords.has(lower.slice(0, mark)) || negated.test(lower))
}

/** Words that say what a text is about: lower case, four letters or more. */
export function isContentWord(lower: string): boolean {
  return lower.length >= 4 && /^\p{L}/u.test(lower) && !isStopword(lower)
}

const negated = /^(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|sho|should|must|might|may|ai)n['’]t$/

const stopwords = new Set(
  `a about above after again all also am an and any are as at be because been before being below both but by can could
  did do does down during each even ever every few for from further had has have he her here hers him his how i if in
  into is it its just may me might more most much must my no nor not now of off on once one only or other our out over
  own said same she should so some still such than that the their them then there these they this those through to told
  too under until up upon us very was we were what when where which while who whom why will with would yet you your`.split(
    /\s+/,
  ),
)

/** Other spellings of a word follow it in brackets. */
const colors = table(
  `black white gray(grey) silver brown hazel amber chestnut auburn red ginger copper blond(blonde) gold(golden) yellow
  green emerald blue azure violet purple pink orange`,
)
const modifiers = new Set('dark pale light bright deep soft clear cold warm tired dull'.split(' '))
const materials = table(
  `bronze iron brass steel silver gold copper tin lead wood(wooden) oak pine stone granite marble glass clay bone ivory
  leather wool silk paper salt`,
)
const seasons = table('spring summer autumn(fall) winter')
const kinship = new Set(
  `mother father parent brother sister twin cousin uncle aunt nephew niece son daughter wife husband grandmother
  grandfather`.split(/\s+/),
)
const nearGroups = [
  'gray silver',
  'brown hazel chestnut amber',
  'red auburn ginger copper',
  'blond gold yellow',
  'blue azure',
  'green emerald',
  'violet purple',
  'bronze brass',
  'wood oak pine',
  'stone granite marble',
].map(group => new Set(group.split(' ')))

/** A color, also behind modifiers it is joined to ("pale-gray"). */
export function colorOf(lower: string): string | undefined {
  const parts = lower.split('-')
  const last = parts.pop() ?? ''
  return parts.every(part => modifiers.has(part)) ? colors.get(last) : undefined
}

export function materialOf(lower: string): string | undefined {
  return materials.get(lower)
}

export function seasonOf(lower: string): string | undefined {
  return seasons.get(lower)
}

export function isKinship(lower: string): boolean {
  return kinship.has(lower)
}

export function areNear(a: string, b: string): boolean {
  return nearGroups.some(group => group.has(a) && group.has(b))
}

function table(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\s+/).flatMap(entry => {
    const [word = '', other] = entry.replace(')', '').split('(')
    return other === undefined ? [[word, word] as const] : [[word, word] as const, [other, word] as const]
  })
  return new Map(entries)
}

/** A word that ends like the name of a text file, and its position. */
interface PathWord {
  word: string
  at: number
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: masked text has NUL where it is covered
const pathLike = /[^\s"'“”«»‘’,;()[\]<>\u0000]+/g
const extension = /\.(?:md|markdown|txt)(?![\p{L}\p{N}])/giu

/** The pathLike of a text that end like a file, each up to its last such ending. */
export function pathWords(text: string): PathWord[] {
  return Array.from(text.matchAll(pathLike)).flatMap(({ 0: word, index: at }) => {
    const last = Array.from(word.matchAll(extension)).at(-1)
    return last && last.index > 0 ? [{ word: word.slice(0, last.index + last[0].length), at }] : []
  })
}
