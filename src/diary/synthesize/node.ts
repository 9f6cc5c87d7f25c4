import { redact } from '../../evidence/secrets.ts'
import type { Chain, CheckKind, CheckVerdict, TurnFacts, TurnRef } from '../schema.ts'
import { compareTurns } from '../workspace/refs.ts'

/** A turn with evidence that no work item covers yet. */
export interface Node extends TurnRef {
  chain: Chain
  /** Facts help and are never needed. */
  facts: TurnFacts | undefined
  /** When the person spoke, in milliseconds; undefined when it is not known. */
  at: number | undefined
  files: ReadonlySet<string>
  keywords: ReadonlySet<string>
}

export function nodeOf(turn: TurnRef, chain: Chain, facts: TurnFacts | undefined): Node {
  const at = Date.parse(facts?.trigger_at ?? '')
  return {
    session_ref: turn.session_ref,
    turn_ref: turn.turn_ref,
    chain,
    facts,
    at: Number.isNaN(at) ? undefined : at,
    files: new Set(facts?.files.map(({ path }) => path)),
    keywords: keywordsOf(chain.trigger.quoted_messages.map(({ text }) => redact(text))),
  }
}

/** By time, then by session and turn; what has no time comes first. */
export function inOrder(nodes: readonly Node[]): Node[] {
  return [...nodes].sort(
    (one, other) =>
      (one.at ?? Number.MIN_SAFE_INTEGER) - (other.at ?? Number.MIN_SAFE_INTEGER) || compareTurns(one, other),
  )
}

export function refsOf(nodes: Iterable<TurnRef>): TurnRef[] {
  return [...nodes].map(({ session_ref, turn_ref }) => ({ session_ref, turn_ref })).sort(compareTurns)
}

/** How the last run of each kind of check ended, over nodes in their order. */
export function lastVerdicts(nodes: Iterable<Node>): Map<CheckKind, { verdict: CheckVerdict; node: Node }> {
  const last = new Map<CheckKind, { verdict: CheckVerdict; node: Node }>()
  for (const node of nodes) {
    for (const { kind, verdict } of node.facts?.checks ?? []) last.set(kind, { verdict, node })
  }
  return last
}

export function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}

/** The words that say what a message is about; scripts without spaces give pairs of characters. */
function keywordsOf(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) {
    for (const [run] of text.toLowerCase().matchAll(runs)) {
      for (const [part] of run.matchAll(cjkOrNot)) addRun(part, found)
    }
  }
  return found
}

/** Shared words as a part of all words. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = sharedCount(one, other)
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

export function sharedCount(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  let count = 0
  for (const word of small) if (large.has(word)) count++
  return count
}

const runs = /[\p{L}\p{N}_-]+/gu
const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const cjkOrNot = new RegExp(`[${cjk}]+|[^${cjk}]+`, 'gu')
const isCjk = new RegExp(`[${cjk}]`, 'u')

function addRun(run: string, found: Set<string>): void {
  if (isCjk.test(run)) {
    const characters = [...run]
    for (let at = 1; at < characters.length; at++) found.add(`${characters[at - 1]}${characters[at]}`)
    return
  }
  const length = [...run].length
  if (length < 3 || /^[\p{N}_-]+$/u.test(run)) return
  const word = length > 4 && run.endsWith('s') ? run.slice(0, -1) : run
  if (!stopWords.has(run) && !stopWords.has(word)) found.add(word)
}

const stopWords = new Set(
  [
    'the',
    'you your yours she her hers his him its our ours they them their theirs this that these those who whom whose which what',
    'myself yourself itself ourselves themselves one any all some each both few more most other such',
    'about above across after against along among around before behind below beneath beside between beyond but down',
    'during except for from inside into near off onto out outside over past since through throughout toward under',
    'until upon with within without via per than and nor not then there here when where why how',
    'are was were been being have has had having does did doing done can could will would shall should may might must',
    "don't doesn't didn't isn't",
    'please now just also only make need want use get give look see try run add fix change update check sure like new',
  ].flatMap(words => words.split(' ')),
)
