import { elsewhere } from '../../diary/synthesize/languages.ts'
import { tokensIn } from '../block/draft.ts'

export const wordKinds = ['constraint', 'command', 'path', 'question'] as const
type WordKind = (typeof wordKinds)[number]

/** A person's words that a compaction is likely to drop, verbatim, with the line of the transcript they are in. */
export interface KeptWords {
  kind: WordKind
  text: string
  line: number
}

export interface Message {
  line: number
  text: string
}

const maxWords = 80
const maxLength = 400
/** A question is open as long as few messages followed it. */
const recentMessages = 5
/** A pasted log is not what a person asks for. */
const maxMessage = 20_000

/**
 * Constraints, commands, paths and open questions of a person, in the order of the chat; of many the first kinds, and of a kind the
 * newest. `clean` is given whole messages, because some secrets show only by the words around them.
 */
export function wordsToKeep(messages: readonly Message[], clean: (text: string) => string): KeptWords[] {
  const found = messages.flatMap(({ text, line }, at) => {
    const isRecent = at >= messages.length - recentMessages
    const given = text.slice(0, maxMessage)
    const wantedIn = (said: string) => wordsIn(said).filter(({ kind }) => kind !== 'question' || isRecent)
    // Of most messages nothing is kept, and cleaning takes longer than looking.
    return wantedIn(given).length === 0 ? [] : wantedIn(clean(given)).map(each => ({ ...each, line }))
  })
  const once = [...new Map(found.map(each => [`${each.kind} ${each.text}`, each])).values()]
  const kept = new Set(wordKinds.flatMap(kind => once.filter(each => each.kind === kind).reverse()).slice(0, maxWords))
  return once.filter(each => kept.has(each))
}

/** Whether a text says the words, whatever its line breaks. */
export function saysWords(text: string): (words: string) => boolean {
  const flat = flatten(text)
  return words => flat.includes(flatten(words))
}

/** Of what a chat is given at its start, so that the block has room beside it. */
const maxTokensOfWords = 800
const titleOfWords = 'The user’s own words from before this chat was compacted, which its summary does not have:'

const headings: { readonly [kind in WordKind]: string } = {
  constraint: 'Constraints',
  command: 'Commands',
  path: 'Paths',
  question: 'Open questions',
}

/**
 * The person's words that a compaction dropped, for the chat that goes on, within so many tokens as estimated; what matters least is
 * left out first.
 */
export function droppedWords(words: readonly (KeptWords & { dropped: boolean })[], maxTokens: number): string {
  const sections: string[] = []
  let left = Math.min(maxTokensOfWords, maxTokens) - tokensIn(titleOfWords)
  for (const kind of wordKinds) {
    const lines: string[] = []
    const heading = `\n${headings[kind]}:`
    // The newest first, as long as there is room; shown in the order of the chat.
    for (const { text } of words.filter(each => each.dropped && each.kind === kind).reverse()) {
      const line = `\n- ${text}`
      const cost = tokensIn(line) + (lines.length === 0 ? tokensIn(heading) : 0)
      if (cost > left) continue
      left -= cost
      lines.unshift(line)
    }
    if (lines.length > 0) sections.push(heading, ...lines)
  }
  return sections.length === 0 ? '' : [titleOfWords, ...sections].join('')
}

function flatten(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}

function wordsIn(text: string): Omit<KeptWords, 'line'>[] {
  const found: Omit<KeptWords, 'line'>[] = []
  let isFenced = false
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isFenced = !isFenced
    else if (!isFenced) found.push(...wordsInLine(line))
  }
  return found
}

function wordsInLine(line: string): Omit<KeptWords, 'line'>[] {
  const typed = line.trim()
  if (typed.startsWith('$ ')) return wordsFrom('command', typed.slice(2))
  // Every second piece is between backticks.
  const code = typed.split('`').filter((_, at) => at % 2 === 1)
  const sentences = sentencesOf(typed)
  return [
    ...sentences.filter(isConstraint).flatMap(each => wordsFrom('constraint', each)),
    ...sentences.filter(isQuestion).flatMap(each => wordsFrom('question', each)),
    ...code.filter(isCommand).flatMap(each => wordsFrom('command', each)),
    ...typed.split(/[\s`"'()<>,;]+/).flatMap(each => (isPath(each) ? wordsFrom('path', withoutEnd(each)) : [])),
  ]
}

function wordsFrom(kind: WordKind, text: string): Omit<KeptWords, 'line'>[] {
  const trimmed = text.trim()
  return trimmed === '' || trimmed.length > maxLength ? [] : [{ kind, text: trimmed }]
}

/** A sentence ends where white space follows its mark, so that file names and versions stay whole; wide marks need none. */
function sentencesOf(line: string): string[] {
  const sentences: string[] = []
  let from = 0
  for (let at = 0; at < line.length; at++) {
    const mark = line[at] ?? ''
    const ends = '。！？'.includes(mark) || ('.!?'.includes(mark) && (at + 1 === line.length || line[at + 1] === ' '))
    if (!ends) continue
    sentences.push(line.slice(from, at + 1))
    from = at + 1
  }
  return [...sentences, line.slice(from)].map(each => each.replace(/^[\s*>-]+/, '').trim()).filter(each => each !== '')
}

const demands = [
  /\b(?:must|never|always|don['’]t|do not|cannot|only|without|make sure|ensure|has to|have to|should not|shouldn['’]t|need to|required|forbidden|instead of|avoid|remember|not allowed|no longer)\b/i,
  ...elsewhere.demands,
]

function isConstraint(sentence: string): boolean {
  return !isQuestion(sentence) && demands.some(each => each.test(sentence))
}

function isQuestion(sentence: string): boolean {
  return /[?？]$/u.test(sentence)
}

/** Some words in backticks; the first could be a program. */
function isCommand(code: string): boolean {
  const [program = '', ...rest] = code.trim().split(' ')
  return rest.length > 0 && /^[a-z.~/][\w./~-]*$/.test(program)
}

/** A folder and a name, or a name with an extension in a folder above; no address. */
function isPath(word: string): boolean {
  const at = word.indexOf('/')
  if (at < 0 || word.includes('://') || word.startsWith('//') || word.length > maxLength) return false
  const last = withoutEnd(word).split('/').at(-1) ?? ''
  return (
    /^[\w.@~*+/-]+$/.test(withoutEnd(word)) && (last.includes('.') || word.split('/').length > 2 || word.endsWith('/'))
  )
}

function withoutEnd(word: string): string {
  return word.replace(/[.:!?]$/, '')
}
