import { findUnwritable } from '../../evidence/secrets.ts'
import { codePoints } from '../../kernel/text.ts'
import { capitalize } from '../../kernel/words.ts'
import { excerpt, list } from '../extract/text.ts'
import type { TurnRef } from '../schema.ts'
import { branchTopic } from './branches.ts'
import { commitsOf } from './commits.ts'
import { plannedIn } from './edges.ts'
import { elsewhere } from './languages.ts'
import { changesSomething, keywordsOf, sizeOf, type Turn, tellingWords } from './node.ts'
import {
  type Ask,
  askIn,
  firstWordsOf,
  isInquiry,
  isWholeStatement,
  namesCode,
  statementOf,
  tellsDeed,
} from './wording.ts'

const maxTitle = 80

/** A text that can be a title, with the lines it is taken from. */
interface Candidate {
  text: string
  /** Empty where it is not taken from the words of a turn. */
  support: readonly WordsOfTurn[]
}

interface WordsOfTurn {
  turn: TurnRef
  /** `<start>-<end>` each, as chains cite them. */
  lines: readonly string[]
}

/** A title as a colleague would write it: what the work is called where it has a name, else what was wanted and done. */
export function titleOf(component: readonly Turn[]): string {
  for (const { text } of candidates(component)) {
    const title = titleIn(text)
    if (title !== '' && !findUnwritable(title)) return title
  }
  return 'Work whose messages are withheld'
}

/** Where the words of a title come from; null where that is not known, as of a title that somebody else wrote. */
export function titleSource(component: readonly Turn[], title: string): Candidate | null {
  for (const candidate of candidates(component)) if (titleIn(candidate.text) === title) return candidate
  return null
}

function titleIn(text: string): string {
  return excerpt(codePoints(text) > maxTitle ? leadingClauses(text) : text, maxTitle, null)
}

/** As many clauses as fit a title; the whole text where the first one is too long or says too little. */
function leadingClauses(text: string): string {
  const ends = [...text.slice(0, 2 * maxTitle).matchAll(clauseEnd)].map(({ index }) => index)
  const end = ends.findLast(each => codePoints(text.slice(0, each)) <= maxTitle && !hasOpenBracket(text.slice(0, each)))
  const isClause = end !== undefined && tellingWords(text.slice(0, end)) >= 2 && !subordinate.test(text)
  return isClause ? text.slice(0, end) : text
}

/** A clause that begins so says nothing without the next one. */
const subordinate =
  /^(?:[^:]{1,60}: )?(?:instead of|when|whenever|if|after|before|while|once|since|because|although|given|with|without|for|in|on|to)\b/i

function hasOpenBracket(text: string): boolean {
  return text.lastIndexOf('(') > text.lastIndexOf(')')
}

const clauseEnd =
  /, (?!(?:but|aber|pero|mais|mas|но)(?!\p{L}))|; | [–—-] | (?:and|so|because)(?= (?:i|we|you|it|if|when|then|there|the first|that|also)\b)/giu

function* candidates(component: readonly Turn[]): Generator<Candidate> {
  yield* names(component)
  const ticket = ticketOf(component)
  const prefix = branchPrefix(component) ?? ticket
  const { plain, others, facts } = descriptions(component)
  for (const each of plain) yield withPrefix(prefix, each)
  const named = prefix === null ? [] : [{ ...prefix, text: capitalize(prefix.text) }]
  // Where nothing was changed, what was asked need not be what the branch was made for.
  const isChange = component.some(changesSomething)
  const spoken = isChange ? [] : firstWords(component.slice(0, 1)).filter(({ text }) => asksByItself(text))
  if (spoken.length === 0 && prefix !== null && prefix.text.split(' ').length >= sentenceLength) yield* named
  // What was answered says less of a talk than what was asked.
  for (const each of spoken) yield withPrefix(prefix, each)
  for (const each of others) yield withPrefix(prefix, each)
  if (prefix !== null && (prefix === ticket || tellingWords(prefix.text) >= 2)) yield* named
  for (const each of facts) yield withPrefix(prefix, each)
  yield* named
  const files = [...new Set(component.flatMap(node => [...node.files]))]
  if (files.length > 0) yield { text: `Changed ${list(files, 1)}`, support: [] }
  yield* firstWords(component)
  for (const turn of component) yield { text: turn.chain.trigger.summary, support: [askLines(turn)] }
}

/** A question or what somebody ran into, with enough words to be understood. */
function asksByItself(text: string): boolean {
  const isLong = tellingWords(text) >= 3 || elsewhere.longEnough.test(text)
  return isLong && (isInquiry(text) || /^(?:I|We)(?!\p{L})/u.test(text))
}

function firstWords(component: readonly Turn[]): Candidate[] {
  return component.flatMap(turn => {
    const words = firstWordsOf(turn.chain.trigger.quoted_messages[0]?.text ?? '')
    return words === null ? [] : [{ text: capitalize(words), support: [askLines(turn)] }]
  })
}

function askLines(turn: Turn): WordsOfTurn {
  return { turn, lines: turn.chain.trigger.citations.map(({ lines }) => lines) }
}

/** The names people gave to the work: of its plan, its pull request or issue, its largest commit. */
function* names(component: readonly Turn[]): Generator<Candidate> {
  for (const turn of component) {
    const plan = plannedIn(turn) ?? turn.facts?.plan ?? ''
    const text = plan.replace(/^(?:implementation )?plan(?: for)?\s*[:–—-]\s*/i, '')
    if (plan !== '') yield { text, support: [plannedIn(turn) === null ? decisionLines(turn) : askLines(turn)] }
  }
  const deeds = component.flatMap(turn => (turn.facts?.deeds ?? []).map(deed => ({ turn, ...deed })))
  const titled = (wanted: string) =>
    deeds.flatMap(({ kind, title, turn, lines }) =>
      kind === wanted && title !== null
        ? [withoutCommitType({ text: title, support: [{ turn, lines: [lines] }] })]
        : [],
    )
  yield* titled('pull_request')
  yield* largestCommits(component)
  yield* titled('issue')
}

/** A plan that was approved is named in the decision. */
function decisionLines(turn: Turn): WordsOfTurn {
  const decided = turn.chain.outcomes.filter(({ category }) => category === 'decision_outcome')
  const lines = decided.flatMap(({ citations }) => citations.map(({ lines }) => lines))
  return lines.length > 0 ? { turn, lines } : askLines(turn)
}

/** The subjects of the commits, those of the most edited lines first; what only tidies up says little. */
function largestCommits(component: readonly Turn[]): Candidate[] {
  const commits: Array<Candidate & { size: number }> = []
  let size = 0
  const standing = new Set(commitsOf(component).map(({ hash }) => hash))
  for (const turn of component) {
    size += sizeOf(turn.facts)
    const own = (turn.facts?.commits ?? []).filter(({ hash }) => standing.has(hash))
    for (const { subject, lines } of own)
      commits.push({ text: subject, support: [{ turn, lines: [lines] }], size: size / own.length })
    if (own.length > 0) size = 0
  }
  return commits
    .filter(({ text }) => !isTidying(text))
    .sort((one, other) => other.size - one.size)
    .map(withoutCommitType)
}

/** `fix(hooks): close the lock` is read as “Hooks: close the lock”. */
function withoutCommitType({ text, support }: Candidate): Candidate {
  const [prefix, type = '', scope = ''] = commitType.exec(text) ?? []
  if (prefix === undefined) return { text, support }
  const described = { text: text.slice(prefix.length), support }
  const { kind, said } = untold[type.toLowerCase()] ?? { kind: '', said: /^/ }
  const about = [said.test(described.text) ? '' : kind, scope].filter(part => part !== '').join(' of ')
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
  docs: { kind: 'documents', said: /\b(?:docs?\b|document|readme)/i },
}

function isTidying(subject: string): boolean {
  return /^(?:wip\b|merge\b|initial commit|first commit|fixup!|squash!|(?:\w+(?:\([^)]*\))?: )?(?:fix )?(?:lint|fmt|format|typo|formatting|review comments|tests?)\b.{0,12}$|address (?:review|feedback|comments)|update$|changes$)/i.test(
    subject,
  )
}

const leads = 3

/** What was wanted or done, the most telling first; `others` say less than a good name of a branch, `facts` than any. */
function descriptions(component: readonly Turn[]): { [rank in 'plain' | 'others' | 'facts']: Candidate[] } {
  const heavy = turnsOfShare(component, 0.3).slice(0, leads)
  const ordered = [...component].sort((one, other) => sizeOf(other.facts) - sizeOf(one.facts))
  const asks = (turns: readonly Turn[], isWanted: (ask: Ask) => boolean) =>
    turns.flatMap((turn): Candidate[] => {
      const ask = askOf(turn)
      return ask && isWanted(ask) ? [{ text: ask.text, support: [askLines(turn)] }] : []
    })
  const lastUndone = component.findLastIndex(({ facts }) => facts && facts.put_back !== null)
  // What an agent said it did is not so any more where it was put back.
  const isUndone = (turn: Turn) => turn.files.size === 0 && component.indexOf(turn) < lastUndone
  // That a test fails, said before the work went on and ended well, is not what it is called.
  const isPassing = (turn: Turn) => isBlocked(turn) && !isBlocked(component.at(-1))
  const isStale = (turn: Turn) => isUndone(turn) || isPassing(turn)
  const done = (turns: readonly Turn[], isWanted: (text: string) => boolean) =>
    turns.flatMap((turn): Candidate[] => {
      if (isStale(turn)) return []
      const { text = '', line = 0 } = turn.facts?.closing ?? {}
      const said = statementOf(text)
      return isWanted(said) ? [{ text: said, support: [{ turn, lines: [`${line}-${line}`] }] }] : []
    })
  const isWholeRequest = ({ isRequest, isWhole }: Ask) => isRequest && isWhole
  const isWholeDeed = (text: string) => isWholeStatement(text) && tellsDeed(text)
  // That something is complete is said of a part as well.
  const isPlainDeed = (text: string) =>
    isWholeDeed(text) && !namesCode(text) && !/\b(?:is|are) (?:now )?(?:complete|done|ready|finished)$/i.test(text)
  const lighter = turnsOfShare(ordered, 0.1)
  const changing = ordered.filter(changesSomething)
  // An answer by the way is not what work on files is called.
  const telling = changing.length > 0 ? ordered.filter(turn => changesSomething(turn) || askOf(turn) !== null) : ordered
  const isWhole = (ask: Ask) => ask.isWhole
  // What is wrong names the work; what somebody thinks, or wants to have looked at, does so less.
  const isWholeStatementOfPerson = ({ text, isWhole, isLook }: Ask) =>
    isWhole && !isLook && !/^(?:I|We|Not|Stop|Wait)(?!\p{L})/u.test(text)
  return {
    plain: [
      ...asks(heavy, isWholeRequest),
      ...done(heavy, isPlainDeed),
      ...asks(lighter, isWholeRequest),
      ...done(lighter, isPlainDeed),
      ...asks(component.slice(0, 1), isWholeStatementOfPerson),
    ],
    others: [
      ...done(heavy, isWholeDeed),
      ...asks(ordered, isWholeRequest),
      ...done(ordered, isWholeDeed),
      ...asks(component.slice(0, 1), isWhole),
      ...asks(component, isWholeStatementOfPerson),
    ],
    facts: [
      ...done([...heavy, ...telling], isWholeStatement),
      ...asks(component, ({ isWhole, isLook }) => isWhole && !isLook),
      ...done(changing, text => text !== ''),
      ...asks(ordered, () => true),
      ...done(ordered, text => text !== ''),
    ],
  }
}

function isBlocked(turn: Turn | undefined): boolean {
  return turn?.chain.terminal_state.type === 'blocked'
}

function askOf({ chain }: Turn): Ask | null {
  const [said] = chain.trigger.quoted_messages
  return said && chain.trigger.type !== 'user_approval' ? askIn(said.text) : null
}

/** The turns that changed at least this part of what the largest one did. */
function turnsOfShare(component: readonly Turn[], share: number): Turn[] {
  const heaviest = Math.max(0, ...component.map(({ facts }) => sizeOf(facts)))
  return component.filter(({ chain, facts }) =>
    heaviest > 0 ? sizeOf(facts) >= share * heaviest : chain.materiality === 'material',
  )
}

/** The issue that the first message names. */
function ticketOf([first]: readonly Turn[]): Candidate | null {
  const said = first?.chain.trigger.quoted_messages[0]?.text.slice(0, 300) ?? ''
  const ticket = /\b[a-z]{2,6}-\d{1,6}\b/i.exec(said)?.[0].toUpperCase()
  return first && ticket !== undefined ? { text: ticket, support: [askLines(first)] } : null
}

/** The topic of the last branch on which a good part of the work was done: it was made for the work. */
function branchPrefix(component: readonly Turn[]): Candidate | null {
  const topics = new Map<string, { size: number; first: Turn }>()
  for (const turn of component) {
    const topic = branchTopic(turn.facts?.branch ?? null)
    if (topic === null) continue
    const known = topics.get(topic)
    topics.set(topic, { size: (known?.size ?? 0) + sizeOf(turn.facts), first: known?.first ?? turn })
  }
  const most = Math.max(0, ...[...topics.values()].map(({ size }) => size))
  const [text, found] = [...topics].findLast(([, { size }]) => size >= 0.1 * most) ?? []
  return text !== undefined && found ? { text, support: [askLines(found.first)] } : null
}

/** So many letters are the same in the forms of a word. */
const stem = 5
/** A branch named with so many words says by itself what the work is. */
const sentenceLength = 4

/** The branch's topic, then the text; the text alone when it names the topic already or both do not fit. */
function withPrefix(prefix: Candidate | null, described: Candidate): Candidate {
  if (prefix === null) return described
  const ticket = /^[A-Z][A-Z\d]{1,9}-\d{1,6}\b/i.exec(prefix.text)?.[0] ?? ''
  const isRepeated = ticket !== '' && described.text.toLowerCase().startsWith(`${ticket.toLowerCase()}:`)
  const text = isRepeated ? capitalize(described.text.slice(ticket.length + 1).trimStart()) : described.text
  const said: string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const words = prefix.text.toLowerCase().split(' ')
  const unsaid = words.filter(word => !said.some(each => each.startsWith(word.slice(0, stem))))
  if (unsaid.length <= words.length / 3) return described
  const both = `${capitalize(prefix.text)}: ${text}`
  if (codePoints(both) <= maxTitle || words.length < sentenceLength) {
    return { text: both, support: [...prefix.support, ...described.support] }
  }
  const telling = [...keywordsOf([prefix.text])]
  const shared = telling.filter(word => said.some(each => each.startsWith(word.slice(0, stem)))).length
  return 2 * shared < telling.length ? described : { ...prefix, text: capitalize(prefix.text) }
}
