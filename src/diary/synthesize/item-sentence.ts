import { findUnwritable } from '../../evidence/secrets.ts'
import { formatCount } from '../../kernel/numbers.ts'
import { capitalize } from '../../kernel/words.ts'
import { cut, excerpt, list } from '../extract/text.ts'
import type { Chain, OutcomeCategory, TurnFacts, TurnRef, WorkItem } from '../schema.ts'
import { turnKey } from '../workspace/refs.ts'
import { kindsOf, passClause } from './checks-outcome.ts'
import { plannedIn } from './edges.ts'
import { checkLedger, hasCoveredEdits, type LedgerEntry } from './ledger.ts'
import { isTakenBack, netSizes } from './net-lines.ts'
import { commitsOf, inOrder, sizeOf, type Turn, tellingIn, tellingWords, turnOf } from './node.ts'
import { isRetracted } from './statements.ts'
import { isUndoneAfter, openStateLines, openStatesOf, putBackLines, triedIn } from './terminal-states.ts'
import { firstWordsOf, hasWholeRequest, isAssent, isQuestion, proposalIn, requestIn, wishIn } from './wording.ts'

/** Lines of a session that show what a clause says. */
interface ClauseSupport extends TurnRef {
  /** `<start>-<end>`, as chains cite them. */
  lines: string[]
}

export interface Clause {
  /** What the agent says of its work is apart from what is seen of it. */
  part: 'asked' | 'reported' | 'done' | 'checked' | 'open'
  /** As it is in the sentence, without what joins it to its neighbours. */
  text: string
  support: ClauseSupport[]
}

/** One sentence about a piece of work: what was asked, done, checked and left open. */
interface ItemSentence {
  /** At most 480 characters. */
  text: string
  /** In the order of the sentence; a part about which nothing is known is left out. */
  clauses: Clause[]
}

/** What is known of a project's turns, by turn key. */
interface KnownTurns {
  chains: ReadonlyMap<string, Chain>
  facts: ReadonlyMap<string, TurnFacts>
}

const maxSentence = 480
/** How many reports of the agent are quoted and how long a quotation may be: one that can be read says more than three scraps. */
const layouts = [
  { reports: 3, quoted: 110 },
  { reports: 3, quoted: 90 },
  { reports: 2, quoted: 110 },
  { reports: 2, quoted: 90 },
  ...[110, 80, 60, 40, 24].map(quoted => ({ reports: 1, quoted })),
]
type Layout = (typeof layouts)[number]

export function itemSentence(item: WorkItem, known: KnownTurns): ItemSentence {
  const turns = turnsIn(item, known)
  let worded: ItemSentence = { text: '', clauses: [] }
  for (const layout of layouts) {
    worded = sentenceOf(clausesOf(item, turns, layout))
    if ([...worded.text].length <= maxSentence) return worded
  }
  return { ...worded, text: cut(worded.text, maxSentence) }
}

/** The same parts by themselves, with room for longer quotations and without what the agent says of its work. */
export function itemClauses(item: WorkItem, known: KnownTurns): Clause[] {
  return clausesOf(item, turnsIn(item, known), { reports: 0, quoted: 220 }).filter(({ part }) => part !== 'reported')
}

/** The turns of an item that have evidence, in order. */
export function turnsIn({ covered_turns }: Pick<WorkItem, 'covered_turns'>, known: KnownTurns): Turn[] {
  return inOrder(
    covered_turns.flatMap(ref => {
      const chain = known.chains.get(turnKey(ref))
      return chain ? [turnOf(ref, chain, known.facts.get(turnKey(ref)))] : []
    }),
  )
}

function sentenceOf(clauses: Clause[]): ItemSentence {
  const text = clauses.map(({ text }) => text).join('; ')
  const begun = capitalize(text)
  return { text: begun === '' || /[.!?…]”?$/.test(begun) ? begun : `${begun}.`, clauses }
}

function clausesOf(item: WorkItem, turns: readonly Turn[], layout: Layout): Clause[] {
  const { quoted } = layout
  const clauses = [
    ...askedClauses(turns, item.title, quoted),
    ...reportedClauses(turns, layout),
    ...done(item, turns, quoted),
    ...checkClauses(turns),
    ...open(item, turns, quoted),
  ]
  return clauses.filter(({ text }) => text !== '' && !findUnwritable(text))
}

/**
 * Of the turns that changed most, the request that is about what was delivered, else the first, since it says what the
 * work was about; else what these turns agree to, the first request of all, and where there is none, the first words,
 * for questions are asked too.
 */
function askedClauses(turns: readonly Turn[], title: string, quoted: number): Clause[] {
  const most = Math.max(0, ...turns.map(({ facts }) => sizeOf(facts)))
  const heavy = turns.filter(({ facts }) => most > 0 && sizeOf(facts) >= mainShare * most)
  return (
    approvedPlan(turns, title, quoted) ??
    firstQuote([...aboutDelivery(heavy, turns, title), ...heavy], [requestedWhole], quoted) ??
    (heavy.every(isReply) ? meantBy(heavy, turns, quoted) : undefined) ??
    firstQuote([...aboutDelivery(turns, turns, title), ...turns], [requestedWhole], quoted) ??
    firstQuote(turns, [requestText, wishText, firstWordsText], quoted) ??
    []
  )
}

/** What the work is named after, if that is a plan that was approved in it. */
function approvedPlan(turns: readonly Turn[], title: string, quoted: number): Clause[] | undefined {
  const turn = turns.find(({ facts }) => facts?.plan)
  const plan = turn?.facts?.plan ?? ''
  if (!turn || plannedIn(turn) !== null || !isTitledBy(plan, title)) return undefined
  const decided = citationsOf(turn, new Set(['decision_outcome']))
  if (decided.length === 0) return undefined
  return [
    { part: 'asked', text: `approved the plan “${excerpt(plan, quoted, null)}”`, support: [supportOf(turn, decided)] },
  ]
}

/** A title may leave out what the heading begins with, and be cut. */
function isTitledBy(plan: string, title: string): boolean {
  return tellingWords(title) >= 2 && tellingIn([title]).every(word => tellingIn([plan]).includes(word))
}

/** The turns whose requests name most of what the title and the commits name. */
function aboutDelivery(among: readonly Turn[], turns: readonly Turn[], title: string): Turn[] {
  const delivered = new Set(tellingIn([title, ...commitsOf(turns).map(({ subject }) => subject)]))
  const named = among.map(turn => {
    const said = turn.chain.trigger.quoted_messages[0]?.text ?? ''
    if (!hasWholeRequest(said)) return 0
    return tellingIn([said.slice(0, mostSaid)]).filter(word => delivered.has(word)).length
  })
  const most = Math.max(...named)
  // A word may be shared by chance.
  return most < 2 ? [] : among.filter((_, at) => named[at] === most)
}

/** Of a message so much is compared: below it there may be a paste. */
const mostSaid = 400

function firstQuote(
  turns: readonly Turn[],
  ways: ReadonlyArray<typeof firstWordsText>,
  quoted: number,
): Clause[] | undefined {
  for (const turn of turns) {
    const [said] = turn.chain.trigger.quoted_messages
    const text = said && ways.map(words => words(turn, said.text, quoted)).find(each => each !== null)
    if (said && text) return [{ part: 'asked', text, support: [supportOf(turn, said.citations)] }]
  }
  return undefined
}

/** “Yes”, “sorry, go on”, “fix all 5”: it means what was said before. */
function isReply({ chain: { trigger } }: Turn): boolean {
  if (trigger.type === 'user_approval' || trigger.type === 'resume_or_continue') return true
  return tellingWords(trigger.quoted_messages[0]?.text.slice(0, 200) ?? '') < 3
}

/** What the agent had asked before one of the replies, else the request that was made last before them. */
function meantBy(replies: readonly Turn[], turns: readonly Turn[], quoted: number): Clause[] | undefined {
  const before = (turn: Turn) =>
    turns.slice(0, turns.indexOf(turn)).filter(({ session_ref }) => session_ref === turn.session_ref)
  const found = replies.map(turn => answeredClauses(turn, before(turn).at(-1), quoted)).find(each => each !== undefined)
  const [first] = replies
  return found ?? (first && firstQuote(before(first).reverse(), [requestedWhole, proposalText], quoted))
}

/** “Yes” and “option 2” mean what the agent had asked before. */
function answeredClauses(turn: Turn, before: Turn | undefined, quoted: number): Clause[] | undefined {
  const { question, line } = before?.facts?.closing ?? {}
  const [said] = turn.chain.trigger.quoted_messages
  if (!before || !question || !said || tellingWords(question.replace(offer, '')) < 2) return undefined
  const asked = `“${excerpt(question, quoted, null)}”`
  const text =
    turn.chain.trigger.type === 'user_approval'
      ? `agreed to ${asked}`
      : choice.test(said.text.trim())
        ? `answered “${excerpt(said.text, quoted, null)}” to ${asked}`
        : null
  const support = [supportOf(before, [{ lines: `${line}-${line}` }]), supportOf(turn, said.citations)]
  return text === null ? undefined : [{ part: 'asked', text, support }]
}

/** “Shall I start implementing this?” does not say what. */
const offer = /\b(?:start|begin|implement|proceed|discuss|continue|go|make|change)(?:e?s|ing|ation)?\b/gi

/** A number or a letter of a list. */
const choice =
  /^(?:let['’]?s (?:go with|do|try|take|use) )?(?:options? |number |#)?(?:(?:\d{1,2}|[a-d])\b.{0,12}$|\d{1,2}(?: ?[-–—,;]| (?:but|and|plus|with|then|please)\b))/i

/** A turn that changed so much of what the largest one did is a main part of the work. */
const mainShare = 0.3

/** A request that refers to what was said before says less than a later one that does not. */
function requestedWhole(turn: Turn, message: string, quoted: number): string | null {
  return plannedIn(turn) || hasWholeRequest(message) ? requestText(turn, message, quoted) : null
}

function requestText(turn: Turn, message: string, quoted: number): string | null {
  const plan = plannedIn(turn)
  if (plan) return `asked to carry out the plan “${excerpt(plan, quoted, null)}”`
  const words = requestIn(message)
  return words ? `asked: “${excerpt(words, quoted, null)}”` : null
}

/** “What if we keep both?”, to which a reply agrees. */
function proposalText(_: Turn, message: string, quoted: number): string | null {
  const words = proposalIn(message)?.said ?? null
  return words === null ? null : `asked: “${excerpt(words, quoted, null)}”`
}

function wishText(_: Turn, message: string, quoted: number): string | null {
  const wish = wishIn(message)
  return wish ? `${wish.isLook ? 'asked' : 'said'}: “${excerpt(wish.said, quoted, null)}”` : null
}

/** A report of what is wrong asks for nothing by its words. */
function firstWordsText({ chain }: Turn, message: string, quoted: number): string | null {
  const words = chain.trigger.type === 'user_approval' || isAssent(message) ? null : firstWordsOf(message)
  return words ? `${isQuestion(words) ? 'asked' : 'said'}: “${excerpt(words, quoted, null)}”` : null
}

/**
 * What the agent said it did, from the turns that changed most. File names and counts say little to somebody who was
 * not there, and as a quotation it is true whatever was done.
 */
function reportedClauses(turns: readonly Turn[], { reports, quoted }: Layout): Clause[] {
  const sizes = new Map(turns.map(turn => [turn, sizeOf(turn.facts)]))
  const telling = turns.filter(
    (turn, at) =>
      turn.files.size > 0 &&
      (turn.facts?.closing?.text ?? '') !== '' &&
      !isTakenBack(turn, turns.slice(at + 1)) &&
      !isRetracted(turn, turns.slice(at + 1)),
  )
  const chosen = new Set(
    [...telling].sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0)).slice(0, reports),
  )
  const quotes = telling.flatMap(turn => {
    const closing = chosen.has(turn) ? turn.facts?.closing : null
    if (!closing) return []
    const said = `“${excerpt(closing.text, quoted, null).replace(/\.$/, '')}”`
    return [{ said, support: supportOf(turn, [{ lines: `${closing.line}-${closing.line}` }]) }]
  })
  if (quotes.length === 0) return []
  const text = `the agent reported ${quotes.map(({ said }) => said).join(', ')}`
  return [{ part: 'reported', text, support: quotes.map(({ support }) => support) }]
}

const fileCategories: ReadonlySet<OutcomeCategory> = new Set([
  'code_outcome',
  'document_outcome',
  'process_outcome',
  'other',
])

function done(item: WorkItem, turns: readonly Turn[], quoted: number): Clause[] {
  const parts = [...changes(turns), ...commits(turns, quoted), ...deeds(turns)]
  if (parts.length > 0) {
    return [
      {
        part: 'done',
        text: list(
          parts.map(({ text }) => text),
          5,
        ),
        support: parts.flatMap(each => each.support),
      },
    ]
  }
  const answer = turns.findLast(({ facts }) => (facts?.closing?.text ?? '') !== '')
  if (answer?.facts?.closing) {
    const { text, line } = answer.facts.closing
    const support = [supportOf(answer, [{ lines: `${line}-${line}` }])]
    return [
      { part: 'reported', text: `the agent answered “${excerpt(text, quoted, null)}”`, support },
      ...putBack(turns).map(each => ({ part: 'done' as const, ...each })),
    ]
  }
  const [outcome] = item.outcomes
  if (!outcome) return []
  const refs = new Set((outcome.evidence_refs ?? item.covered_turns).map(turnKey))
  const own = turns.filter(turn => refs.has(turnKey(turn)))
  const support = own.map(turn => supportOf(turn, citationsOf(turn, new Set([outcome.category]))))
  return [{ part: 'done', text: excerpt(outcome.summary, quoted, null).replace(/\.$/, ''), support }]
}

type Part = Pick<Clause, 'text' | 'support'>

function changes(turns: readonly Turn[]): Part[] {
  const editing = turns.filter(({ files }) => files.size > 0)
  const files = editing.flatMap(({ facts }) => facts?.files ?? [])
  if (files.length === 0) return []
  const count = formatCount(new Set(files.map(({ path }) => path)).size, 'file')
  const support = editing.map(turn => supportOf(turn, citationsOf(turn, fileCategories)))
  return [{ text: `changed ${count}${netSizes(files)}`, support }]
}

function putBack(turns: readonly Turn[]): Part[] {
  const tried = triedIn(turns)
  if (tried.length === 0) return []
  return [{ text: 'changed files and put them back', support: tried.map(turn => supportOf(turn, putBackLines(turn))) }]
}

function commits(turns: readonly Turn[], quoted: number): Part[] {
  const made = commitsOf(turns)
  const last = made.at(-1)
  if (!last) return []
  const subject = `“${excerpt(last.subject, quoted, null)}” (${last.hash})`
  const text = made.length === 1 ? `committed ${subject}` : `committed ${made.length} times, last ${subject}`
  return [{ text, support: made.map(({ node, lines }) => supportOf(node, spansOf(lines, node, 'code_outcome'))) }]
}

const maxDeeds = 3

function deeds(turns: readonly Turn[]): Part[] {
  const done = turns.flatMap(turn => (turn.facts?.deeds ?? []).map(deed => ({ turn, ...deed })))
  const summaries = [...new Set(done.map(({ summary }) => summary))].slice(-maxDeeds)
  return summaries.map(summary => ({
    text: uncapital(withQuotesClosed(excerpt(summary, 60, null).replace(/\.$/, ''))),
    support: done
      .filter(deed => deed.summary === summary)
      .map(({ turn, lines }) => supportOf(turn, spansOf(lines, turn, 'process_outcome'))),
  }))
}

/** A quotation or a command that was cut ends where it was cut. */
function withQuotesClosed(text: string): string {
  const quoted = text.lastIndexOf('“') > text.lastIndexOf('”') ? `${text}”` : text
  return quoted.split('`').length % 2 === 0 ? `${quoted}\`` : quoted
}

function uncapital(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function checkClauses(turns: readonly Turn[]): Clause[] {
  const ledger = checkLedger(turns)
  const covered = hasCoveredEdits(turns)
  // What passed says nothing of work that was put back afterwards.
  const passed = ledger.filter(entry => entry.verdict === 'pass' && !isUndoneAfter(entry, turns))
  const groups = [
    passed.filter(({ changedAfter }) => changedAfter.size === 0),
    passed.filter(({ changedAfter }) => changedAfter.size > 0),
  ].filter(group => group.length > 0)
  const failed = ledger.filter(({ verdict }) => verdict === 'fail')
  const texts = [
    ...groups.map(group => uncapital(passClause(group, covered))),
    ...(failed.length > 0 ? [`${kindsOf(failed)} failed when last run`] : []),
  ]
  if (texts.length > 0) {
    const support = [...passed, ...failed].map(runSupport)
    return [{ part: 'checked', text: texts.join(', '), support }]
  }
  if (!covered || ledger.length > 0 || turns.some(({ facts }) => !facts)) return []
  return [{ part: 'checked', text: 'no run of a check is recorded', support: [] }]
}

function runSupport({ node, check, verdict }: LedgerEntry): ClauseSupport {
  return supportOf(node, spansOf(check.lines, node, verdict === 'fail' ? 'blocker_outcome' : 'validation_outcome'))
}

function open(item: WorkItem, turns: readonly Turn[], quoted: number): Clause[] {
  const [state] = openStatesOf(item).slice(-1)
  if (!state) return []
  const refs = new Set((state.evidence_refs ?? []).map(turnKey))
  const own = turns.filter(turn => refs.has(turnKey(turn)))
  const support = own.map(turn => {
    const shown = openStateLines(state.summary, turn.facts)
    return supportOf(turn, shown.length > 0 ? shown : turn.chain.terminal_state.citations)
  })
  return [
    {
      part: 'open',
      text: `open: ${uncapital(withQuotesClosed(cut(state.summary, quoted + 40).replace(/\.$/, '')))}`,
      support,
    },
  ]
}

function supportOf({ session_ref, turn_ref }: TurnRef, citations: Iterable<{ lines: string }>): ClauseSupport {
  return { session_ref, turn_ref, lines: [...citations].map(({ lines }) => lines) }
}

/** The lines the facts give; those of facts of an earlier version, the chain. */
function spansOf(lines: string, turn: Turn, category: OutcomeCategory): Array<{ lines: string }> {
  return lines === '' ? citationsOf(turn, new Set([category])) : [{ lines }]
}

function citationsOf({ chain }: Turn, categories: ReadonlySet<OutcomeCategory>): Array<{ lines: string }> {
  return chain.outcomes.flatMap(({ category, citations }) => (categories.has(category) ? citations : []))
}
