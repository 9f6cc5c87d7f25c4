const words = `the of to and in file test build error line value return const function import export from type string
number index cache reader turn parse byte offset buffer await async result expect state handler request answer commit
branch merge patch diff column table query row schema config default option flag warning`.split(/\s+/)
/** About one line in seven then holds some character that is not ASCII. */
const foreign = ['naïve', '→', 'größe', '済み', '✓']
const foreignShare = 1 / 1000

/** Texts of many lengths, already written as JSON strings; made once, because making them takes longer than using them. */
export interface Prose {
  /** A text of about so many bytes, quotes included. */
  text(bytes: number): string
  /** As an image or encrypted reasoning is written: one long word. */
  packed(bytes: number): string
}

/** Chooses the next word. */
export type Vocabulary = (random: () => number) => string

/** Few words, all of them common. */
const fewWords: Vocabulary = random => words[Math.floor(random() * words.length)] ?? ''

/** So many words, the n-th of them one n-th as often as the first; the first ones are those of `fewWords`. */
export function manyWords(count: number): Vocabulary {
  return random => wordOf(Math.floor(Math.exp(random() * Math.log(count))) - 1)
}

const syllables = 'ba de fi go ku la me ni po ru sa te vi wo zu'.split(' ')

/** A word by its rank; after the known ones they are made of syllables. */
export function wordOf(rank: number): string {
  const known = words[rank]
  if (known !== undefined) return known
  let word = ''
  for (let left = rank; left > 0; left = Math.floor(left / syllables.length)) word += syllables[left % syllables.length]
  return word
}

export function proseFrom(random: () => number, vocabulary = fewWords): Prose {
  const code = JSON.stringify(sourceLines(random, stock, vocabulary)).slice(1, -1)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const base64 = Array.from({ length: stock }, () => letters[Math.floor(random() * 64)]).join('')
  return {
    text: bytes => `"${cutSafely(code, Math.floor(random() * Math.max(1, code.length - bytes)), bytes)}"`,
    packed: bytes => {
      const from = Math.floor(random() * Math.max(1, stock - bytes))
      return `"${base64.slice(from, from + bytes)}"`
    },
  }
}

const stock = 1024 * 1024

/** Looks like code: indented lines, quoted words, a tab here and there. */
function sourceLines(random: () => number, length: number, vocabulary: Vocabulary): string {
  const parts: string[] = []
  for (let made = 0; made < length; ) {
    const indent = random() < 0.1 ? '\t' : ' '.repeat(2 * Math.floor(random() * 5))
    const count = 3 + Math.floor(random() * 12)
    const said = Array.from({ length: count }, () => {
      const isForeign = random() < foreignShare
      const word = isForeign ? foreign[Math.floor(random() * foreign.length)] : vocabulary(random)
      return random() < 0.08 ? `"${word}"` : word
    }).join(' ')
    parts.push(`${indent}${said}\n`)
    made += indent.length + said.length + 1
  }
  return parts.join('')
}

/** A piece of a JSON string that neither begins nor ends inside an escape or between the halves of a character. */
function cutSafely(json: string, from: number, length: number): string {
  const start = json.indexOf(' ', from) + 1
  const end = json.lastIndexOf(' ', start + length)
  return end > start ? json.slice(start, end) : ''
}
