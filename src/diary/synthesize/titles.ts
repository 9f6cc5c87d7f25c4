import { findUnwritable } from '../../evidence/secrets.ts'
import { codePoints } from '../../kernel/text.ts'
import { excerpt, list } from '../extract/text.ts'
import type { TurnFacts } from '../schema.ts'
import { branchTopic } from './branches.ts'
import { plannedIn } from './edges.ts'
import { keywordsOf, sum, type Turn } from './node.ts'
import { askIn, isWholeStatement, statementOf } from './wording.ts'

const most = 80

/** A title as a colleague would write it: what the work is called where it has a name, else what was wanted and done. */
export function titleOf(component: readonly Turn[]): string {
  for (const candidate of candidates(component)) {
    const title = excerpt(candidate, most, null)
    if (title !== '' && !findUnwritable(title)) return title
  }
  return 'Work whose messages are withheld'
}

function* candidates(component: readonly Turn[]): Generator<string> {
  yield* names(component)
  const prefix = branchPrefix(component) ?? ticketOf(component)
  for (const description of descriptions(component)) yield withBranch(prefix, description)
  if (prefix !== null) yield capital(prefix)
  const files = [...new Set(component.flatMap(node => [...node.files]))]
  if (files.length > 0) yield `Changed ${list(files, 1)}`
  for (const { chain } of component) yield chain.trigger.summary
}

/** The names people gave to the work: of its plan, its pull request or issue, its largest commit. */
function* names(component: readonly Turn[]): Generator<string> {
  for (const node of component) {
    const plan = plannedIn(node) ?? node.facts?.plan ?? ''
    if (plan !== '') yield plan.replace(/^(?:implementation )?plan(?: for)?\s*[:–—-]\s*/i, '')
  }
  const deeds = component.flatMap(({ facts }) => facts?.deeds ?? [])
  for (const { kind, title } of deeds) if (kind === 'pull_request' && title !== null) yield title
  yield* largestCommits(component)
  for (const { kind, title } of deeds) if (kind === 'issue' && title !== null) yield title
}

/** The subjects of the commits, those of the most edited lines first; what only tidies up says little. */
function largestCommits(component: readonly Turn[]): string[] {
  const commits: Array<{ subject: string; size: number }> = []
  let size = 0
  for (const { facts } of component) {
    size += sizeOf(facts)
    const own = facts?.commits ?? []
    for (const { subject } of own) commits.push({ subject, size: size / own.length })
    if (own.length > 0) size = 0
  }
  return commits
    .filter(({ subject }) => !isTidying(subject))
    .sort((one, other) => other.size - one.size)
    .map(({ subject }) => subject)
}

function sizeOf(facts: TurnFacts | undefined): number {
  return sum((facts?.files ?? []).map(({ added, removed }) => added + removed))
}

function isTidying(subject: string): boolean {
  return /^(?:wip\b|merge\b|initial commit|first commit|fixup!|squash!|(?:\w+(?:\([^)]*\))?: )?(?:fix )?(?:lint|fmt|format|typo|formatting|review comments|tests?)\b.{0,12}$|address (?:review|feedback|comments)|update$|changes$)/i.test(
    subject,
  )
}

interface Description {
  text: string
  /** In the words of the person. */
  isAsked: boolean
}

const leads = 3

/** What was wanted or done, the most telling first: what says too little by itself comes last. */
function descriptions(component: readonly Turn[]): Description[] {
  const heavy = heavyTurns(component).slice(0, leads)
  const ordered = [...component].sort((one, other) => sizeOf(other.facts) - sizeOf(one.facts))
  const asks = (turns: readonly Turn[]) => turns.flatMap(turn => askOf(turn) ?? [])
  const done = (turns: readonly Turn[]) => turns.map(({ facts }) => statementOf(facts?.closing?.text ?? ''))
  const asked = ({ text }: { text: string }): Description => ({ text, isAsked: true })
  const said = (text: string): Description => ({ text, isAsked: false })
  return [
    ...asks(heavy)
      .filter(({ isRequest, isWhole }) => isRequest && isWhole)
      .map(asked),
    ...done(heavy).filter(isWholeStatement).map(said),
    ...asks(ordered)
      .filter(({ isRequest, isWhole }) => isRequest && isWhole)
      .map(asked),
    ...asks(component)
      .filter(({ isWhole }) => isWhole)
      .map(asked),
    ...done(ordered).filter(isWholeStatement).map(said),
    ...asks(ordered).map(asked),
    ...done(ordered).map(said),
  ].filter(({ text }) => text !== '')
}

function askOf({ chain }: Turn): ReturnType<typeof askIn> {
  const [said] = chain.trigger.quoted_messages
  return said && chain.trigger.type !== 'user_approval' ? askIn(said.text) : null
}

/** The turns that did a good part of the work. */
function heavyTurns(component: readonly Turn[]): Turn[] {
  const heaviest = Math.max(0, ...component.map(({ facts }) => sizeOf(facts)))
  return component.filter(({ chain, facts }) =>
    heaviest > 0 ? sizeOf(facts) >= 0.3 * heaviest : chain.materiality === 'material',
  )
}

/** The issue that the first message names. */
function ticketOf([first]: readonly Turn[]): string | null {
  const said = first?.chain.trigger.quoted_messages[0]?.text.slice(0, 300) ?? ''
  return /\b[a-z]{2,6}-\d{1,6}\b/i.exec(said)?.[0].toUpperCase() ?? null
}

/** The topic of the last branch on which a good part of the work was done: it was made for the work. */
function branchPrefix(component: readonly Turn[]): string | null {
  const sizes = new Map<string, number>()
  for (const { facts } of component) {
    const topic = branchTopic(facts?.branch ?? null)
    if (topic !== null) sizes.set(topic, (sizes.get(topic) ?? 0) + sizeOf(facts))
  }
  const most = Math.max(0, ...sizes.values())
  return [...sizes].findLast(([, size]) => size >= 0.1 * most)?.[0] ?? null
}

/** So many letters are the same in the forms of a word. */
const stem = 5
/** A branch named with so many words says by itself what the work is. */
const sentenceLength = 4

/** The branch's topic, then the text; the text alone when it names the topic already or both do not fit. */
function withBranch(prefix: string | null, { text, isAsked }: Description): string {
  if (prefix === null) return text
  const said: string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const words = prefix.toLowerCase().split(' ')
  const unsaid = words.filter(word => !said.some(each => each.startsWith(word.slice(0, stem))))
  if (unsaid.length <= words.length / 3) return text
  const both = `${capital(prefix)}: ${text}`
  if (codePoints(both) <= most) return both
  if (words.length < sentenceLength) return both
  const telling = [...keywordsOf([prefix])]
  const shared = telling.filter(word => said.some(each => each.startsWith(word.slice(0, stem)))).length
  return isAsked && 3 * shared < telling.length ? text : capital(prefix)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
