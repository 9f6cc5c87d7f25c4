import { parseInstant } from '../kernel/instants.ts'
import { sources } from '../transcripts/agents.ts'
import { termRow } from './identifier-terms.ts'
import { misspeltFilter } from './misspelt.ts'

/** Words to be found one after the other; most often it is one. */
export interface Wanted {
  words: string[]
  /** The same with names in mixed case taken apart, so that `parseInstant` finds `parse_instant`. */
  parts: string[]
  /** The last one may go on. */
  isPrefix: boolean
}

export type SearchFilter =
  | { key: 'agent' | 'project' | 'branch' | 'file' | 'tool' | 'role' | 'is'; value: string; isNot: boolean }
  /** A day YYYY-MM-DD, or so many days ago. */
  | { key: 'before' | 'after'; value: string | number; isNot: false }

/** What is looked for: something of every list of alternatives, nothing of `none`. */
export interface SearchQuery {
  all: Wanted[][]
  none: Wanted[]
  filters: SearchFilter[]
}

/** A query that cannot be answered, with what to write instead. */
export class QueryProblem extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

export const longestQuery = 500
const mostWanted = 31

/**
 * Words, "phrases", -not, OR between alternatives, word*, and filters: agent: project: branch: file: tool: role: is:error
 * before: after:. A word with signs in it, as src/kernel, is a phrase. While somebody types, the last word may go on.
 */
export function parseQuery(text: string, { isTyping = false } = {}): SearchQuery {
  const query: SearchQuery = { all: [], none: [], filters: [] }
  let joins = false
  for (const { word, isQuoted, isNot, key, end } of piecesOf(text)) {
    if (!isQuoted && !isNot && key === null && word === 'OR' && query.all.length > 0) {
      joins = true
      continue
    }
    if (key !== null) {
      query.filters.push(filterOf(key, word, isNot))
      continue
    }
    const meant = isQuoted || isTyping ? null : misspeltFilter(word, filterKeys)
    if (meant) throw new QueryProblem(`${meant.key}: is no filter`, `write ${meant.filter}, or "${word}" for the words`)
    const wanted = wantedOf(word, isQuoted, isTyping && end === text.length)
    if (!wanted) continue
    if (isNot) query.none.push(wanted)
    else if (joins) query.all.at(-1)?.push(wanted)
    else query.all.push([wanted])
    joins = false
  }
  if (query.all.length + query.none.length > mostWanted) {
    throw new QueryProblem(`the query has more than ${mostWanted} words`, 'look for the rarest of them')
  }
  if (query.all.length === 0 && query.filters.every(({ isNot }) => isNot)) {
    throw new QueryProblem('the query holds no word', 'name words, a "phrase", or a filter such as is:error')
  }
  return query
}

/** Whether `project:` and `-project:`, or those of another key, let something of this name through. */
export function passesFilter({ filters }: SearchQuery, wanted: FilterKey, name: string): boolean {
  const folded = name.toLowerCase()
  return filters.every(
    ({ key, value, isNot }) => key !== wanted || folded.includes(String(value).toLowerCase()) !== isNot,
  )
}

interface QueryPiece {
  word: string
  isQuoted: boolean
  isNot: boolean
  key: string | null
  /** Where it ends in the query. */
  end: number
}

const filterKeys = ['agent', 'project', 'branch', 'file', 'tool', 'role', 'is', 'before', 'after'] as const
export type FilterKey = (typeof filterKeys)[number]

/** Cuts a query at blanks, except within quotes. */
function* piecesOf(text: string): Generator<QueryPiece> {
  for (let at = 0; at < text.length; ) {
    if (isBlank(text, at)) {
      at++
      continue
    }
    const isNot = text[at] === '-' && at + 1 < text.length && !isBlank(text, at + 1)
    if (isNot) at++
    const key = keyAt(text, at)
    if (key !== null) at += key.length + 1
    const isQuoted = text[at] === '"'
    const start = isQuoted ? at + 1 : at
    let end = start
    while (end < text.length && (isQuoted ? text[end] !== '"' : !isBlank(text, end))) end++
    yield { word: text.slice(start, end), isQuoted, isNot, key, end }
    at = isQuoted ? end + 1 : end
  }
}

function isBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 32 || text.charCodeAt(at) === 0xa0
}

const longestKey = 7

function keyAt(text: string, at: number): string | null {
  const colon = text.slice(at, at + longestKey + 1).indexOf(':')
  const key = colon < 0 ? '' : text.slice(at, at + colon).toLowerCase()
  return filterKeys.some(known => known === key) ? key : null
}

/** Fewer letters begin too many words to be of use. */
const shortestBeginning = 3

function wantedOf(word: string, isQuoted: boolean, mayGoOn: boolean): Wanted | null {
  const { words, parts } = termRow(word)
  if (words.length === 0) return null
  const isUnfinished = mayGoOn && (words.at(-1)?.length ?? 0) >= shortestBeginning
  return { words, parts, isPrefix: !isQuoted && (word.endsWith('*') || isUnfinished) }
}

const roles = ['user', 'agent', 'tool']

function filterOf(key: string, typed: string, isNot: boolean): SearchFilter {
  const value = typed.trim()
  if (value === '') throw new QueryProblem(`${key}: names nothing`, `write ${examples[key] ?? `${key}:…`}`)
  switch (key) {
    case 'before':
    case 'after':
      if (isNot) throw new QueryProblem(`-${key}: says nothing`, 'before: and after: are each other’s opposite')
      return { key, value: dayOf(key, value), isNot: false }
    case 'role':
      return oneOf(key, value, roles, isNot)
    case 'is':
      return oneOf(key, value, ['error'], isNot)
    case 'agent':
      return { key, value: agentOf(value), isNot }
    default:
      return { key: key as 'project' | 'branch' | 'file' | 'tool', value, isNot }
  }
}

const examples: { [key: string]: string } = {
  agent: 'agent:codex',
  project: 'project:till',
  branch: 'branch:main',
  file: 'file:src/money.ts',
  tool: 'tool:bash',
  role: 'role:user',
  is: 'is:error',
  before: 'before:2025-03-01',
  after: 'after:7d',
}

function oneOf(key: 'role' | 'is', value: string, known: readonly string[], isNot: boolean): SearchFilter {
  const found = known.find(each => each === value.toLowerCase())
  if (found === undefined)
    throw new QueryProblem(`${key}: knows no such word`, `write ${known.map(each => `${key}:${each}`).join(' or ')}`)
  return { key, value: found, isNot }
}

/** By its name on the wire or the beginning of it. */
function agentOf(value: string): string {
  const folded = value.toLowerCase()
  const found = sources.find(source => source === folded) ?? sources.find(source => source.startsWith(folded))
  if (found === undefined) throw new QueryProblem('agent: names no agent', `agents are ${sources.join(', ')}`)
  return found
}

const agoPattern = /^(\d{1,4})d$/

function dayOf(key: string, value: string): string | number {
  const ago = value === 'today' ? '0' : value === 'yesterday' ? '1' : agoPattern.exec(value)?.[1]
  if (ago !== undefined) return Number(ago)
  if (value.length !== 10 || parseInstant(value) === undefined) {
    throw new QueryProblem(
      `${key}: is not followed by a day`,
      `write ${key}:2025-03-01, ${key}:7d, ${key}:yesterday or ${key}:today`,
    )
  }
  return value
}
