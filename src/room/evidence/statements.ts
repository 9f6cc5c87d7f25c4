import { stemOf } from '../text/scene-head.ts'
import { sentencesOf } from '../text/sentences.ts'
import { wordsOf } from '../text/words.ts'
import { parseOutline } from '../workspace/outline.ts'
import { fileEnding } from '../workspace/template.ts'
import type { FileText } from '../workspace/vfs.ts'
import type { Citation, CitedFiles } from './citation.ts'
import { type ClaimWord, claimWords, isNumber, rootsIn } from './claim-words.ts'
import { quotationsIn } from './quotations.ts'
import { type SearchableFile, searchable } from './searchable-file.ts'

/** What a statement of a reply is about, as far as its words tell. */
type StatementType = 'content' | 'structural' | 'absence' | 'judgement' | 'undecided'

export interface Statement {
  text: string
  /** Without quotations and names of files. */
  bare: string
  type: StatementType
  /** What the files must support. */
  words: ClaimWord[]
  /** It proposes; what it proposes need not be there. */
  isAdvice: boolean
}

/** What decides the types, beside the words of a statement. */
export interface KnownWords {
  /** Roots of the words in the names of files and the headings of the outline. */
  titles: ReadonlySet<string>
  /** Roots of the words in the cited files. */
  cited: ReadonlySet<string>
}

/** The statements of a reply without its Evidence line. Questions state nothing. */
export function statementsOf(text: string, known: KnownWords): Statement[] {
  return sentences(text).map(sentence => {
    const bare = withoutQuotations(sentence).replace(/\S+/g, token => (namesFile(token) ? ' ' : token))
    const lead = advice.exec(bare)?.[0] ?? ''
    const all = claimWords(lead === '' ? bare : `and${bare.slice(lead.length)}`)
    const words = all.every(isNumber) ? [] : all
    return { text: sentence, bare, words, type: typeOf(bare, words, known), isAdvice: lead !== '' }
  })
}

/** A file name says where something is, not what is stated. */
function namesFile(token: string): boolean {
  return /\.(?:md|markdown|txt)(?![\p{L}\p{N}])/iu.test(token) || (token.includes('/') && token.search(fileEnding) >= 0)
}

function sentences(text: string): string[] {
  return text
    .split(/\n/)
    .map(line => line.replace(/^[\s>#*+•_-]+/, '').replace(/^\d{1,3}[.)]\s/, ''))
    .flatMap(line => {
      const whole = withQuotationsClosed(line)
      return sentencesOf(whole, wordsOf(whole)).map(({ start, end }) => line.slice(start, end))
    })
    .filter(sentence => !/\?["”’')\]»*_]{0,4}$/.test(sentence))
}

/** As long as the line; a quotation of several sentences does not end the sentence around it. */
function withQuotationsClosed(line: string): string {
  let closed = ''
  for (const { start, end } of quotationsIn(line)) {
    closed += line.slice(closed.length, start + 1) + 'x'.repeat(end - start - 2)
  }
  return closed + line.slice(closed.length)
}

/** Quoted words are looked up by themselves; a mark is left so that the words around them stay apart. */
function withoutQuotations(text: string): string {
  let bare = ''
  let reached = 0
  for (const { start, end } of quotationsIn(text)) {
    bare += `${text.slice(reached, start)}, `
    reached = end
  }
  return bare + text.slice(reached)
}

function typeOf(text: string, words: readonly ClaimWord[], known: KnownWords): StatementType {
  const plain = text.replaceAll('’', "'")
  if (isAbsence(plain)) return 'absence'
  const clauses = plain.split(/[,;:—–]\s|\s(?:because|although|while|where|when|which|whereas)\s/i)
  const types = clauses.map((clause, at) => clauseType(clause, at === 0, known))
  if (types.includes('structural')) {
    return types.find(type => type === 'content') ?? (types.includes('undecided') ? 'undecided' : 'structural')
  }
  if (words.length === 0) return 'judgement'
  return isStory(plain, words, known) ? 'content' : 'undecided'
}

function clauseType(clause: string, isFirst: boolean, known: KnownWords): StatementType {
  // A capital inside the sentence is that of a name, also where a clause begins.
  const words = claimWords(isFirst ? clause : `and ${clause}`)
  const others = words.filter(each => !isNumber(each) && !known.titles.has(each.root) && !structureRoots.has(each.root))
  if (others.length === 0 && !hasStructure(clause, words, known)) return 'judgement'
  const speaksOfStory = pronouns.test(clause) || others.some(({ isName, root }) => isName && known.cited.has(root))
  if (speaksOfStory || (isEnglish(clause) && others.some(({ isName }) => isName)) || storyVerbs.test(clause))
    return 'content'
  if (!hasStructure(clause, words, known))
    return others.some(({ root }) => known.cited.has(root)) ? 'content' : 'undecided'
  return others.some(({ root }) => known.cited.has(root)) ? 'undecided' : 'structural'
}

function isStory(text: string, words: readonly ClaimWord[], { cited, titles }: KnownWords): boolean {
  return (
    pronouns.test(text) ||
    storyVerbs.test(text) ||
    words.some(({ isName, root }) => (isName && isEnglish(text)) || cited.has(root) || titles.has(root))
  )
}

function hasStructure(text: string, words: readonly ClaimWord[], { titles }: KnownWords): boolean {
  if (parts.test(text)) return predicates.test(text) || counts.test(text)
  return order.test(text) && words.some(({ root }) => titles.has(root))
}

/** Other languages write more than names with a capital. */
export function isEnglish(text: string): boolean {
  return functionWords.test(text)
}

/** What a character does not do is content. */
function isAbsence(text: string): boolean {
  return absences.test(text) && !idioms.test(text) && !notDoing.test(text)
}

const word = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

const functionWords = word('the|a|an|is|are|was|were|has|had|and|of|to|with|that|for')
const pronouns = word('she|he|her|him|his|hers|they|them|their|herself|himself|themselves')
const storyVerbs = word(
  'kills?|killed|murders?|murdered|dies|died|dead|loves|loved|hates|hated|marries|married|steals|stole|stolen|betrays|betrayed|lies to|lied|confess(?:es|ed)?|attacks?|attacked|drown(?:s|ed)?|shoots?|shot|escapes?|escaped',
)
const parts = word(
  'outline|scenes?|chapters?|sections?|paragraphs?|headings?|subheadings?|entry|entries|beats?|acts?|lines?|opening|ending|middle|midpoint|climax|first half|second half|structure|order|sequence',
)
const predicates = word(
  'comes?|follow(?:s|ed)?|precedes?|opens?|ends?|closes?|begins?|starts?|stands?|sits?|falls?|runs?|takes? up|takes?|breaks?|divided|splits?|placed|moved?|order|out of order|sequence|longer|shorter|longest|shortest|long|short|length|before|after|between|halfway|earlier|later|too (?:late|early|soon)|late|early|switches|repeats?|first|last|wrong place|in the middle',
)
const counts =
  /(?<![\p{L}\p{N}])(?:\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|many) (?:entries|scenes|chapters|sections|paragraphs|headings|lines|beats|acts|entry|heading|paragraph)(?![\p{L}\p{N}])/iu
const order = word(
  '(?:comes?|stands?|is placed|are placed|belongs?|falls?|follows?|precedes?|is) (?:directly |right |much |far )?(?:too )?(?:before|after|between|late|early|soon|first|last)|follows|precedes|is the (?:first|second|third|fourth|fifth|sixth|last)',
)

const absences = word(
  [
    "there (?:is|are|was|were)(?: still| simply)? (?:no|nothing|nobody|none)|there (?:is|are|was|were)(?: not|n't) (?:any|a|an|one)",
    "(?:is|are|was|were)(?: not|n't| never) (?:mentioned|named|used|shown|found|seen|present|there|in the|anywhere|brought up|explained)",
    "(?:cards?|scenes?|outline|text|story|manuscript|chapters?|pages|files?|canon|compendium|book) (?:(?:do|does|did)(?: not|n't)|never) (?:gives?|says?|tells?|shows?|explains?|describes?|states?|lists?)",
    "(?:do|does|did)(?: not|n't) (?:mention|appear|contain|include|name|occur|exist|come up|have any|say anything)",
    'never (?:mentions?|mentioned|appears?|appeared|names?|named|brings? up|refers?|shows?|shown|uses?|used|says? (?:who|what|where|why|how)|occurs?|explains?|explained)',
    'nowhere|not anywhere|missing from|(?:is|are) missing|absent from|(?:is|are) absent|lacks?|lacking|says? nothing|silent (?:about|on)|leaves? out|contains? no|has no mention',
    "no (?:mention|sign|trace|reference)|none of the|found no|found nothing|found none|(?:did not|didn't) find",
    '(?:nothing|nobody|no one) (?:in|is called|is named|points?|about)|no (?:scene|chapter|entry|card|file|character|paragraph) (?:mentions?|shows?|names?|says?|has|contains?|gives?|is)',
    'no \\p{L}{1,20}(?: \\p{L}{1,20})? (?:appears?|occurs?|exists?|strikes|is mentioned|is named|turns up|can be found)',
  ].join('|'),
)
const notDoing = word("(?:she|he|they) (?:never|(?:do|does|did)(?: not|n't)) (?!appear|occur)\\p{L}{1,20}")
const idioms = word(
  'no doubt|no problem|no need|no change|nothing to add|nothing wrong|no contradiction with|no wonder|not only',
)

const advice =
  /^[^\p{L}]*(?:i (?:would|'d|suggest|recommend|propose)|consider|perhaps|maybe|please|suggestion)?[ :,]{0,2}(?:consider|cut|keep|move|change|try|let|replace|rename|shorten|drop|add|lose|use|cutting|keeping|moving|changing|replacing|rewrite|trim)?(?![\p{L}\p{N}])/iu

/** Words for parts of a text rather than for its story, by root. */
const structureRoots = new Set(
  claimWords(
    `come comes go takes take stand sit fall run begin end open close start follow precede place move heading subheading paragraph blank single break order sequence length divided split shared sharing switch
    exchange speech testimony reveal dialogue suggests shortest longest halfway second third fourth fifth sixth
    one two three four five six seven eight nine ten eleven twelve hundred twice over`,
  ).map(({ root }) => root),
)

/** The words of the files a line cites: they show what a statement is about. */
export async function knownWords({ sources, scope }: Citation, files: CitedFiles): Promise<KnownWords> {
  const titles = new Set<string>()
  const cited = new Set<string>()
  const add = (to: Set<string>, roots: Iterable<string>) => {
    for (const root of roots) to.add(root)
  }
  const named = [...sources.flatMap(({ file }) => file ?? []), ...(scope?.files ?? [])]
  for (const file of new Set(named.slice(0, maxSources))) {
    add(titles, rootsIn(stemOf(file.path).replaceAll('-', ' ')))
    const text = await files.read(file)
    if ('fault' in text) continue
    add(cited, rootsOfFile(text))
    if (file.class === 'outline') add(titles, rootsIn(titlesOf(text)))
  }
  return { titles, cited }
}

const maxSources = 8
const maxRead = 200_000

const made = new WeakMap<SearchableFile, ReadonlySet<string>>()

function rootsOfFile(text: FileText): ReadonlySet<string> {
  const file = searchable(text)
  const roots = made.get(file) ?? rootsIn(file.content.slice(0, maxRead))
  made.set(file, roots)
  return roots
}

function titlesOf({ content }: FileText): string {
  return parseOutline(content.slice(0, maxRead))
    .scenes.map(({ title }) => title)
    .join(' ')
}
