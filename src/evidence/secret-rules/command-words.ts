/** A word of a command line, with those before it. */
export interface CommandWord {
  /** Its beginning; no option is long. */
  text: string
  /** The name it ends with: `mysql` of `/usr/bin/mysql` and of `$(mysql`, `--password` of `"--password`. */
  name: string
  start: number
  end: number
  /** The names of the words before it, the nearest last; also those of lines and commands before. */
  before: readonly string[]
  /** How many of them belong to the same command. */
  place: number
}

interface CommandValue {
  text: string
  end: number
}

const longestWord = 100
const longestQuoted = 200

/** The words of every command in a text. Quotes are not looked at, so that a stray one hides nothing. */
export function* commandWords(text: string): Iterable<CommandWord> {
  const before: string[] = []
  let place = 0
  let last = 0
  for (const { 0: whole, index: start } of text.matchAll(/[^\s;|&]+/g)) {
    // Between words of one command are blanks only.
    place = isBlank(text.slice(last, start)) ? place + 1 : 0
    const name = nameAtEnd(whole)
    last = start + whole.length
    yield { text: whole.slice(0, longestWord), name, start, end: last, before, place }
    before.push(name)
  }
}

/** A quoted text on the same line, or a word of the shell. */
export function valueAt(text: string, start: number): CommandValue | undefined {
  const quote = text.charAt(start)
  if (quote === '"' || quote === "'") {
    const following = text.slice(start + 1, start + longestQuoted + 2)
    const length = following.indexOf(quote)
    const quoted = following.slice(0, Math.max(length, 0))
    return quoted.includes('\n') ? undefined : longEnough(quoted, start + length + 2)
  }
  let end = start
  while (end < text.length && !endsValue.test(text.charAt(end))) end++
  return longEnough(text.slice(start, end), end)
}

/** Where the next word of the same command begins. */
export function afterBlanks(text: string, start: number): number {
  let at = start
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++
  return at
}

const endsValue = /[\s"'`;|&<>()\\]/
const isOfName = /[\w-]/

function nameAtEnd(word: string): string {
  const least = Math.max(0, word.length - longestWord)
  let start = word.length
  while (start > least && isOfName.test(word.charAt(start - 1))) start--
  return word.slice(start)
}

function isBlank(text: string): boolean {
  return text !== '' && !/[^ \t]/.test(text)
}

function longEnough(value: string, end: number): CommandValue | undefined {
  return value.length >= 4 ? { text: value.slice(0, longestQuoted), end } : undefined
}
