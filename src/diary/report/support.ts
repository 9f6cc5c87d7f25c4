import { findUnwritable } from '../../evidence/secrets.ts'
import { capitalize } from '../../kernel/words.ts'
import { artifactCategory } from '../extract/project-path.ts'
import { excerpt, quotedCommand } from '../extract/text.ts'
import type { Chain, TurnFacts, TurnRef, WorkItem } from '../schema.ts'
import { type Clause, itemClauses, itemSentence, turnsIn } from '../synthesize/item-sentence.ts'
import { openStateLines, putBackLines, putBackWords } from '../synthesize/terminal-states.ts'
import { titleSource } from '../synthesize/titles.ts'
import { actionOf } from '../synthesize/wording.ts'
import { type LineSpan, mergeSpans, spanIn } from '../workspace/line-spans.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import { countLines, joinLines, type SupportedText, type TurnLines } from './cite-lines.ts'
import { highlightsOf } from './highlights.ts'
import type { ItemPart } from './schema.ts'

/** The lines behind the texts of a work item, in the order of the texts. */
export interface ItemSupport {
  title: TurnLines[]
  /** What was asked, done, checked and left open. */
  sentence: SupportedText
  /** The same by itself: one text each. */
  parts: Array<SupportedText & { part: ItemPart }>
  /** What the agent said last of its work. */
  last_message: SupportedText | null
  /** The weightiest steps of the work, in the words of those who worked. */
  highlights: SupportedText[]
  trigger: TurnLines[]
  actions: TurnLines[][]
  outcomes: TurnLines[][]
  terminal_states: TurnLines[][]
  limits: TurnLines[][]
}

/** What is known of the turns of a project. */
interface Evidence {
  chains: ReadonlyMap<string, Chain>
  facts: ReadonlyMap<string, TurnFacts>
}

/** Finds the lines behind every text of an item: those that its chains cite for it, and as few as show it. */
export function supportOf(evidence: Evidence, item: WorkItem): ItemSupport {
  const covered = turnsOf(evidence, item.covered_turns)
  const cited = ({ evidence_refs = [] }: { evidence_refs?: readonly TurnRef[] | undefined }) =>
    evidence_refs.length > 0
      ? { turns: turnsOf(evidence, evidence_refs), isNamed: true }
      : { turns: covered, isNamed: false }
  const trigger = linesOf(cited(item.trigger ?? {}), [({ chain }) => (chain ? [chain.trigger] : [])])
  const outcomes = item.outcomes.map(outcome => outcomeLines(cited(outcome), outcome, covered))
  return {
    title: titleLines(covered, evidence, item, trigger),
    sentence: supportedSentence(covered, evidence, item),
    parts: supportedParts(covered, evidence, item),
    last_message: lastMessage(covered),
    highlights: highlightsOf(evidence, item),
    trigger,
    actions: (item.agent_reaction?.main_actions ?? []).map(action => actionLines(covered, action)),
    outcomes,
    terminal_states: item.terminal_states.map(state => stateLines(cited(state), state)),
    limits: item.limits.map(limit => limitLines(covered, limit)),
  }
}

/** The lines of every text of a support. */
export function linesWithin(support: ItemSupport): TurnLines[][] {
  const { title, sentence, parts, last_message, highlights, trigger, actions, outcomes, terminal_states, limits } =
    support
  return [
    title,
    sentence.lines,
    ...parts.map(({ lines }) => lines),
    last_message?.lines ?? [],
    ...highlights.map(({ lines }) => lines),
    trigger,
    ...actions,
    ...outcomes,
    ...terminal_states,
    ...limits,
  ]
}

interface Turn {
  ref: TurnRef
  chain: Chain | undefined
  facts: TurnFacts | undefined
}

function turnsOf({ chains, facts }: Evidence, refs: readonly TurnRef[]): Turn[] {
  return [...new Map(refs.map(ref => [turnKey(ref), ref])).values()].sort(compareTurns).map(ref => ({
    ref: { session_ref: ref.session_ref, turn_ref: ref.turn_ref },
    chain: chains.get(turnKey(ref)),
    facts: facts.get(turnKey(ref)),
  }))
}

/** Something with lines: a claim of a chain, or a fact. */
type Cited = { citations: ReadonlyArray<{ lines: string }> } | { lines: string }
type Finder = (turn: Turn) => readonly Cited[]

interface CitedTurns {
  turns: readonly Turn[]
  /** Whether the claim names these turns, so that each of them has to appear. */
  isNamed: boolean
}

/**
 * Asks the finders in turn. A turn that the claim names and where none finds anything gives all lines of its chain, and
 * without a chain all its own; a turn that is only covered gives nothing as long as another one does.
 */
function linesOf({ turns, isNamed }: CitedTurns, finders: readonly Finder[]): TurnLines[] {
  const found = turns.map(turn => ({ turn: turn.ref, spans: firstSpans(turn, finders) }))
  const matched = found.filter(({ spans }) => spans.length > 0)
  if (!isNamed && matched.length > 0) return matched
  return found.map(({ turn, spans }, index) => ({ turn, spans: spans.length > 0 ? spans : chainSpans(turns[index]) }))
}

function firstSpans(turn: Turn, finders: readonly Finder[]): LineSpan[] {
  for (const find of finders) {
    const spans = spansOf(find(turn))
    if (spans.length > 0) return spans
  }
  return []
}

function spansOf(cited: readonly Cited[]): LineSpan[] {
  const lines = cited.flatMap(each => ('lines' in each ? [each] : each.citations))
  return mergeSpans(lines.flatMap(each => spanIn(each.lines) ?? []))
}

function chainSpans(turn: Turn | undefined): LineSpan[] {
  const chain = turn?.chain
  if (!chain) return []
  const { trigger, agent_reactions, outcomes, observed_checks, terminal_state } = chain
  return spansOf([trigger, ...agent_reactions, ...outcomes, ...observed_checks, terminal_state])
}

function wholeTurns(turns: readonly Turn[]): TurnLines[] {
  return turns.map(({ ref }) => ({ turn: ref, spans: [] }))
}

type Outcome = WorkItem['outcomes'][number]

function outcomeLines(cited: CitedTurns, { category, summary }: Outcome, covered: readonly Turn[]): TurnLines[] {
  const own = ({ chain }: Turn) => chain?.outcomes.filter(each => each.category === category) ?? []
  const isCommit = cited.turns.some(({ facts }) => facts?.commits.some(({ hash }) => summary.includes(hash)))
  const lines = linesOf(cited, [
    turn => own(turn).filter(each => each.summary === summary),
    ({ facts }) => (isCommit ? (facts?.commits ?? []) : []),
    turn => (summary.startsWith(putBackWords) ? putBackLines(turn) : []),
    ({ facts }) => facts?.deeds.filter(deed => summary.includes(deed.summary)) ?? [],
    turn => lastRuns(cited.turns, category, summary).filter(run => turn.facts?.checks.includes(run)),
    turn => own(turn).filter(each => firstWord(each.summary) === firstWord(summary)),
    own,
  ])
  if (category === 'validation_outcome') {
    return joinLines([...lines, ...editLines(covered, lines, /\bbefore the last edit\b/.test(summary))])
  }
  if (countLines(lines) <= maxLines) return lines
  // Where only some of the files are named, the statement counts all of them.
  const isCount = /…$| and \d+ more\b/.test(summary)
  const isOwn = (path: string) => artifactCategory(path) === category
  return fileLines(cited.turns, path => (isCount ? isOwn(path) : summary.includes(path))) ?? lines
}

/** More files than these are counted, not cited. */
const mostEdited = 6

/** Whether runs came after the last edit is part of the statement: that edit, or those that came after the runs. */
function editLines(covered: readonly Turn[], runs: readonly TurnLines[], isStale: boolean): TurnLines[] {
  const ran = new Map(runs.map(({ turn, spans }) => [turnKey(turn), spans.at(-1)?.start ?? 0]))
  const lastRun = covered.findLast(({ ref }) => ran.has(turnKey(ref)))?.facts?.trigger_at ?? ''
  const edits = covered.flatMap(({ ref, facts }) =>
    (facts?.files ?? []).flatMap(({ path, last_line: line }) => {
      if (line === null || artifactCategory(path) !== 'code_outcome') return []
      const own = ran.get(turnKey(ref))
      const at = facts?.trigger_at ?? ''
      return [{ ref, line, path, at, isAfter: own === undefined ? at > lastRun : line > own }]
    }),
  )
  const inOrder = edits
    .filter(({ isAfter }) => isAfter === isStale)
    .sort((one, other) => one.at.localeCompare(other.at) || one.line - other.line)
  const meant = isStale ? [...new Map(inOrder.map(edit => [edit.path, edit])).values()] : inOrder.slice(-1)
  return meant.slice(-mostEdited).map(({ ref, line }) => ({ turn: ref, spans: [{ start: line, end: line }] }))
}

/** The last run of each check that a statement names and that ended as it says. */
function lastRuns(turns: readonly Turn[], category: Outcome['category'], summary: string): TurnFacts['checks'] {
  const verdict = category === 'blocker_outcome' ? 'fail' : 'pass'
  const runs = turns.flatMap(({ facts }) => facts?.checks ?? [])
  const meant = runs.filter(
    run => run.verdict === verdict && run.command !== '' && summary.includes(quotedCommand(run.command, null)),
  )
  return [...new Map(meant.map(run => [`${run.kind} ${run.command}`, run])).values()]
}

function firstWord(text: string): string {
  return text.slice(0, text.indexOf(' ') + 1)
}

/** A statement that rests on more lines than a reader looks through cites less of each file. */
const maxLines = 20

/** The first and the last edit of every file that is meant, or only the last where these are many. */
function fileLines(turns: readonly Turn[], isMeant: (path: string) => boolean): TurnLines[] | undefined {
  const edits = new Map<string, Array<{ turn: TurnRef; line: number }>>()
  for (const { ref, facts } of turns) {
    for (const { path, first_line, last_line } of facts?.files ?? []) {
      const lines = [...new Set([first_line, last_line])].flatMap(line => (line === null ? [] : [{ turn: ref, line }]))
      edits.set(path, [...(edits.get(path) ?? []), ...lines])
    }
  }
  const named = [...edits].filter(([path, lines]) => lines.length > 0 && isMeant(path)).map(([, lines]) => lines)
  if (named.length === 0) return undefined
  const ends = named.flatMap(lines => [...new Set([lines[0], lines.at(-1)])])
  const shown = ends.length > maxLines ? named.map(lines => lines.at(-1)) : ends
  return joinLines(
    shown.flatMap(each => (each ? [{ turn: each.turn, spans: [{ start: each.line, end: each.line }] }] : [])),
  )
}

type State = WorkItem['terminal_states'][number]

function stateLines(cited: CitedTurns, { type, summary }: State): TurnLines[] {
  const own = ({ chain }: Turn) => (chain ? [chain.terminal_state] : [])
  return linesOf(cited, [
    turn => own(turn).filter(state => state.summary === summary),
    ({ facts }) => openStateLines(summary, facts),
    turn => own(turn).filter(state => state.type === type),
    own,
  ])
}

function actionLines(covered: readonly Turn[], action: string): TurnLines[] {
  const said = actionOf(action)
  return linesOf({ turns: covered, isNamed: false }, [
    ({ chain }) => chain?.agent_reactions.filter(({ summary }) => summary === said || summary === action) ?? [],
  ])
}

/** A title repeats what was asked, done, planned or committed; one that an agent wrote may be about all of it. */
function titleLines(
  covered: readonly Turn[],
  evidence: Evidence,
  { title, covered_turns }: WorkItem,
  trigger: readonly TurnLines[],
): TurnLines[] {
  const source = titleSource(turnsIn({ covered_turns }, evidence), title)?.support ?? []
  const taken = source.flatMap(({ turn: { session_ref, turn_ref }, lines }) => {
    const spans = mergeSpans(lines.flatMap(span => spanIn(span) ?? []))
    return spans.length > 0 ? [{ turn: { session_ref, turn_ref }, spans }] : []
  })
  if (taken.length > 0) return joinLines(taken)
  const named = covered.flatMap(({ ref, facts }) => {
    const spans = spansOf([
      ...(facts?.commits.filter(({ subject }) => sayTheSame(subject, title)) ?? []),
      ...(facts?.deeds.filter(({ summary }) => sayTheSame(summary, title)) ?? []),
    ])
    return spans.length > 0 ? [{ turn: ref, spans }] : []
  })
  if (named.length > 0) return named.slice(-1)
  const last = covered.at(-1)
  const end = last ? stateLines({ turns: [last], isNamed: true }, { type: 'other', summary: '' }) : []
  return joinLines([...trigger.slice(0, 1), ...end])
}

function sayTheSame(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one))
}

/** The sentence of an item; of many edits it cites the last of each file. */
function supportedSentence(covered: readonly Turn[], evidence: Evidence, item: WorkItem): SupportedText {
  const { text, clauses } = itemSentence(item, evidence)
  return { text, lines: joinLines(clauses.flatMap(clause => clauseLines(covered, clause))) }
}

function supportedParts(covered: readonly Turn[], evidence: Evidence, item: WorkItem): ItemSupport['parts'] {
  return itemClauses(item, evidence).flatMap(clause => {
    if (clause.part === 'reported') return []
    const text = clause.text.replace(/^(?:asked|said|open): /, '')
    const lines = joinLines(clauseLines(covered, clause))
    return [{ part: clause.part, text: capitalize(text), lines }]
  })
}

function clauseLines(covered: readonly Turn[], { part, support }: Clause): TurnLines[] {
  const cited = joinLines(
    support.map(({ session_ref, turn_ref, lines: spans }) => ({
      turn: { session_ref, turn_ref },
      spans: spans.flatMap(span => spanIn(span) ?? []),
    })),
  )
  const isLong = part === 'done' && countLines(cited) > maxLines / 2
  return isLong ? [...(fileLines(covered, () => true) ?? cited), ...commitLines(covered)] : cited
}

/** A message is words of the agent: it is quoted whatever was done, and left out where it may hold a secret or a path. */
function lastMessage(covered: readonly Turn[]): SupportedText | null {
  const last = covered.findLast(({ facts }) => (facts?.closing?.text ?? '') !== '')
  const closing = last?.facts?.closing
  if (!last || !closing) return null
  const text = excerpt(closing.text, 400, null)
  if (findUnwritable(text)) return null
  return {
    text,
    lines: [{ turn: last.ref, spans: [{ start: closing.line, end: closing.line }] }],
  }
}

function commitLines(covered: readonly Turn[]): TurnLines[] {
  return covered.flatMap(({ ref, facts }) => {
    const spans = spansOf([...(facts?.commits ?? []), ...(facts?.deeds ?? [])])
    return spans.length > 0 ? [{ turn: ref, spans }] : []
  })
}

/** Limits about checks rest on the runs, all others on everything. */
function limitLines(covered: readonly Turn[], limit: string): TurnLines[] {
  if (!/\bchecks?\b/i.test(limit)) return wholeTurns(covered)
  const meant = /\bno verdict\b/.test(limit) ? 'unknown' : /\bdid not run\b/.test(limit) ? 'not_run' : null
  return linesOf({ turns: covered, isNamed: false }, [
    ({ facts }) => (facts?.checks ?? []).filter(({ verdict }) => meant === null || verdict === meant),
    ({ chain }) => (meant === null ? (chain?.observed_checks ?? []) : []),
  ])
}
