import { findUnwritable } from '../../evidence/secrets.ts'
import { cut, excerpt, list } from '../extract/text.ts'
import type { TurnFacts } from '../schema.ts'
import { branchTopic } from './branches.ts'
import { plannedIn } from './edges.ts'
import { sum, type Turn } from './node.ts'
import { askIn, statementOf } from './wording.ts'

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
  const prefix = branchPrefix(component)
  for (const text of descriptions(component)) {
    yield withPrefix(prefix, text)
    yield text
  }
  if (prefix !== null) yield prefix
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

/** What was wanted or done, the most telling first. */
function* descriptions(component: readonly Turn[]): Generator<string> {
  const lead = leadOf(component)
  if (lead) {
    const ask = askOf(lead)
    const done = lead.facts?.closing?.text ?? ''
    if (ask?.isRequest) yield ask.text
    if (done !== '') yield statementOf(done)
    if (ask) yield ask.text
  }
  const asks = component.flatMap(node => askOf(node) ?? [])
  for (const { text, isRequest } of asks) if (isRequest) yield text
  for (const { facts } of component) if (facts?.closing?.text) yield statementOf(facts.closing.text)
  for (const { text } of asks) yield text
}

function askOf({ chain }: Turn): ReturnType<typeof askIn> {
  const [said] = chain.trigger.quoted_messages
  return said && chain.trigger.type !== 'user_approval' ? askIn(said.text) : null
}

/** The first turn that did a good part of the work. */
function leadOf(component: readonly Turn[]): Turn | undefined {
  const weights = component.map(({ facts }) => sizeOf(facts))
  const heaviest = Math.max(0, ...weights)
  if (heaviest === 0) return component.find(({ chain }) => chain.materiality === 'material') ?? component[0]
  return component[weights.findIndex(weight => weight >= 0.4 * heaviest)]
}

/** The topic of the branch most of the work was done on. */
function branchPrefix(component: readonly Turn[]): string | null {
  const turns = new Map<string, number>()
  for (const { facts } of component) {
    const topic = branchTopic(facts?.branch ?? null)
    if (topic !== null) turns.set(topic, (turns.get(topic) ?? 0) + 1)
  }
  const [first] = [...turns].sort(([, one], [, other]) => other - one)
  return first ? first[0] : null
}

const shortestRest = 36
/** So many letters are the same in the forms of a word. */
const stem = 5

/** The branch before the text, unless the text names what the branch is called after. */
function withPrefix(prefix: string | null, text: string): string {
  if (prefix === null) return text
  const said: string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const words = prefix.toLowerCase().split(' ')
  const unsaid = words.filter(word => !said.some(each => each.startsWith(word.slice(0, stem))))
  if (unsaid.length <= words.length / 3) return text
  const short = cut(prefix, most - shortestRest)
  return `${short}: ${text}`
}
