import { sum } from '../../kernel/numbers.ts'
import { codePoints } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import { branchTopic } from './branches.ts'
import { plannedIn } from './edges.ts'
import { changesSomething, commitsOf, sizeOf, type Turn, tellingIn } from './node.ts'
import { askLines, type Candidate, type WordsOfTurn, withPrefix } from './title-candidate.ts'
import { maxTitle, titleIn } from './title-length.ts'

/** A name of a part of the work, with how much was changed for it. */
interface Named extends Candidate {
  size: number
}

/** What people called the work, in the order in which such names tell it; nothing of what is a small part of it. */
export function* names(component: readonly Turn[], branch: Candidate | null): Generator<Candidate> {
  yield* together(plans(component), 0.02)
  const deeds = component.flatMap(turn => (turn.facts?.deeds ?? []).map(deed => ({ turn, ...deed })))
  const titled = (wanted: string) =>
    deeds.flatMap(({ kind, title, turn, lines }) =>
      kind === wanted && title !== null
        ? [{ ...withoutCommitType({ text: title, support: [{ turn, lines: [lines] }] }), size: 0 }]
        : [],
    )
  yield* together(titled('pull_request'), partShare)
  // Work that begins with an issue is about it.
  for (const turn of component.slice(0, component.findIndex(changesSomething) === 0 ? 1 : 2)) {
    const { issue } = turn.facts ?? {}
    if (issue) yield withoutCommitType({ text: issue.text, support: [{ turn, lines: [issue.lines] }] })
  }
  yield* committed(component, branch)
  yield* together(titled('issue'), partShare)
}

/** What the commits name, unless most of the work is in none of them; of many steps the branch says what they are for. */
function committed(component: readonly Turn[], branch: Candidate | null): Candidate[] {
  const all = commits(component)
  const size = sum(all.map(each => each.size))
  if (size < leastShare * sum(component.map(({ facts }) => sizeOf(facts)))) return []
  const main = mainOf(all)
  const named = together(main, isOneWork(component, all) ? 1 : partShare)
  const isOneOfMany = branch !== null && main.length >= manySteps && (main[0]?.size ?? 0) < size / 2
  return isOneOfMany ? named.map(each => withPrefix(branch, each)) : named
}

const manySteps = 3

/** What commits name where nothing else tells the work. */
export function commitNames(component: readonly Turn[]): Candidate[] {
  return mainOf(commits(component))
}

/** Commits on a branch that was made for them, or of one scope, are steps of one piece of work. */
function isOneWork(component: readonly Turn[], all: readonly Named[]): boolean {
  if (component.some(({ facts }) => branchTopic(facts?.branch ?? null) !== null)) return true
  const scopes = new Set(all.map(({ text }) => commitType.exec(text)?.[2] ?? ''))
  return scopes.size === 1 && !scopes.has('')
}

/** Commits that hold less of the work do not name it. */
const leastShare = 0.2
/** A part so large beside the largest is named as well. */
const partShare = 0.2

/** One title for parts that have names of their own, the main one first: as many others as fit, and how many more there are. */
function together(named: readonly Named[], share: number): Candidate[] {
  const [largest] = named
  if (!largest) return []
  const parts = eachNameOnce(named.filter(each => each === largest || each.size >= share * largest.size))
  const others = parts.slice(1)
  const told: string[] = []
  const counted = (more: number) => (more > 0 ? `; and ${more} more` : '')
  for (const { text } of others) {
    const all = [largest.text, ...told, text].join('; ')
    if (codePoints(all + counted(others.length - told.length - 1)) <= maxTitle) told.push(text)
  }
  const rest = counted(others.length - told.length)
  // A single name is cut where it is made a title.
  const main = others.length === 0 ? largest.text : titleIn(largest.text, maxTitle - rest.length)
  // A whole name says more than a part of it and a count.
  if (others.length > 0 && main.endsWith('…')) return [largest]
  return [{ text: [main, ...told].join('; ') + rest, support: parts.flatMap(each => each.support) }]
}

/** Names with the same telling words are one; those without any are compared as they are. */
function eachNameOnce(named: readonly Named[]): Named[] {
  const known = new Map<string, Named>()
  for (const each of named) {
    const name = tellingIn([each.text]).join(' ') || each.text.toLowerCase()
    if (!known.has(name)) known.set(name, each)
  }
  return [...known.values()]
}

/** The plans that were approved or handed over, each with what was changed from then until the next plan of its session. */
function plans(component: readonly Turn[]): Named[] {
  const found: Array<Named & { session: string }> = []
  for (const turn of component) {
    const heading = plannedIn(turn) ?? turn.facts?.plan ?? ''
    const text = heading.replace(/^(?:implementation )?plan(?: for)?\s*[:–—-]\s*/i, '')
    if (heading !== '') {
      const support = [plannedIn(turn) === null ? decisionLines(turn) : askLines(turn)]
      found.push({ text, support, size: 0, session: turn.session_ref })
    }
    const current = found.findLast(({ session }) => session === turn.session_ref)
    if (current) current.size += sizeOf(turn.facts)
  }
  return found.map(({ session, ...plan }) => plan).sort((one, other) => other.size - one.size)
}

/** A plan that was approved is named in the decision. */
function decisionLines(turn: Turn): WordsOfTurn {
  const decided = turn.chain.outcomes.filter(({ category }) => category === 'decision_outcome')
  const lines = decided.flatMap(({ citations }) => citations.map(({ lines }) => lines))
  return lines.length > 0 ? { turn, lines } : askLines(turn)
}

/** The commits that no amendment replaced, each with how much of what was edited before it is in it. */
function commits(component: readonly Turn[]): Named[] {
  const found: Array<Named & { counted: number }> = []
  let size = 0
  const standing = new Set(commitsOf(component).map(({ hash }) => hash))
  for (const turn of component) {
    size += sizeOf(turn.facts)
    const own = (turn.facts?.commits ?? []).filter(({ hash }) => standing.has(hash))
    for (const { subject, lines, changed } of own) {
      const share = Math.min(size / own.length, changed ?? Number.POSITIVE_INFINITY)
      found.push({ text: subject, support: [{ turn, lines: [lines] }], size: share, counted: changed ?? 0 })
    }
    if (own.length > 0) size = 0
  }
  // Where nothing of it was edited here, only git knows how much it is.
  const isElsewhere = found.every(({ size }) => size === 0)
  return found.map(({ counted, ...each }) => (isElsewhere ? { ...each, size: counted } : each))
}

/** The largest commits first; those that only tidy up say little, and notes and plans may be longer than what they are about. */
function mainOf(all: readonly Named[]): Named[] {
  const largest = Math.max(0, ...all.map(({ size }) => size))
  const told = all.filter(({ text }) => !isTidying(text)).sort((one, other) => other.size - one.size)
  const main = told.filter(({ text, size }) => !besideWork.test(text) && size >= 0.1 * largest)
  return (main.length > 0 ? main : told).map(each => ({ ...withoutCommitType(each), size: each.size }))
}

/** `fix(hooks): close the lock` is read as “Hooks: close the lock”. */
function withoutCommitType({ text: written, support }: Pick<Candidate, 'text' | 'support'>): Candidate {
  // “🐛 fix: …”, “:bug: fix: …”.
  const number = /^#\d{1,7}: /.exec(written)?.[0] ?? ''
  if (number !== '') {
    const named = withoutCommitType({ text: written.slice(number.length), support })
    return { ...named, text: `${number}${named.text}` }
  }
  const text = written.replace(/^(?:(?:\p{Extended_Pictographic}[\uFE0F\u200D]{0,2}){1,3}|:[a-z_]{2,40}:)\s*/u, '')
  const [prefix, type = '', named = ''] = commitType.exec(text) ?? []
  if (prefix === undefined) return { text, support }
  const described = { text: text.slice(prefix.length), support }
  const { kind, said } = untold[type.toLowerCase()] ?? { kind: '', said: /^/ }
  // The number of a phase or of a task of a plan says nothing.
  const scope = /^(?:[a-z]+[-_ ]?)?\d[\d.-]*$/.test(named) ? '' : named
  const about = [scope, said.test(described.text) ? '' : kind].filter(part => part !== '').join(' ')
  const titled = about === '' ? described : withPrefix({ text: about, support: [] }, described)
  return { ...titled, text: capitalize(titled.text) }
}

/** What conventional commits begin with; a revert says the opposite of what follows it, and stays as it is. */
const commitType =
  /^(build|chore|ci|docs|feat|feature|fix|perf|refactor|style|tests?)(?:\(([\w ./-]{1,40})\))?!?: (?=\S)/i

/** That a change is of tests or documents only may be told by the type alone. */
const tests = { kind: 'tests', said: /\btest/i }
const untold: { [type: string]: { kind: string; said: RegExp } | undefined } = {
  test: tests,
  tests,
  docs: { kind: 'docs', said: /\b(?:docs?\b|document|readme)|\.md\b/i },
}

const besideWork = /^(?:docs|chore|style|tests?|ci|build)(?:\([^)]*\))?!?: /i

function isTidying(subject: string): boolean {
  return /^(?:wip\b|merge\b|initial commit|first commit|fixup!|squash!|(?:\w+(?:\([^)]*\))?: )?(?:fix )?(?:lint|fmt|format|typo|formatting|review comments|tests?)\b.{0,12}$|address (?:review|feedback|comments)|update$|changes$)/i.test(
    subject,
  )
}
