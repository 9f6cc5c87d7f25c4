import { formatCount } from '../../kernel/numbers.ts'
import { excerpt, quotedCommand, summary } from '../extract/text.ts'
import type { CheckKind, TurnFacts, WorkItem } from '../schema.ts'
import { spanIn } from '../workspace/line-spans.ts'
import type { DayCourse } from './day-course.ts'
import type { LedgerEntry } from './ledger.ts'
import { changesSomething, refsOf, type Turn } from './node.ts'

type State = WorkItem['terminal_states'][number]

/** How a piece of work ended; what is still open at the end of the day comes last. */
export function terminalStates(component: readonly Turn[], ledger: readonly LedgerEntry[], course: DayCourse): State[] {
  const open = [...openEnds(component, course), ...openFailures(component, ledger, course).map(failureState)]
  const last = component.at(-1)
  const states = [...leftStates(component), ...open.map(({ state }) => state)]
  return !last || open.some(({ node }) => node === last) ? states : [closedState(last, course), ...states]
}

/** States that a piece of work is left in. */
const openTypes: ReadonlySet<State['type']> = new Set(['blocked', 'interrupted', 'failed', 'clarification_only'])

/** What of a work item is still open, by how it says that it ended. */
export function openStatesOf<S extends Pick<State, 'type' | 'summary'>>({
  terminal_states,
}: {
  terminal_states: readonly S[]
}): S[] {
  const closed = terminal_states.findLastIndex(
    ({ type, summary }) => !openTypes.has(type) && !(type === 'other' && summary.startsWith(leftToDo)),
  )
  return terminal_states.slice(closed + 1)
}

/** Work that is finished as far as it goes; no type of state says that something is left. */
const leftToDo = 'Left to do, the agent says'

function leftWords(left: string): string {
  return written(`${leftToDo}: “${excerpt(left, 180, null)}”`, `${leftToDo}.`)
}

/** What the agent named as not done at the end of work that changed something; a later turn may have done it. */
function leftStates(component: readonly Turn[]): State[] {
  const last = component.at(-1)
  const left = last?.facts?.closing?.left ?? null
  if (!last || left === null || !component.some(changesSomething)) return []
  return [{ type: 'other', summary: leftWords(left), evidence_refs: refsOf([last]) }]
}

interface OpenState {
  node: Turn
  state: State
}

const halfHour = 1_800_000

/** Sessions whose last turn of the day waits for the person or was broken off, and that no later turn goes on with. */
function openEnds(component: readonly Turn[], course: DayCourse): OpenState[] {
  return component.flatMap((node, index) => {
    if (!course.isLastOfSession(node)) return []
    const later = component.slice(index + 1)
    const question = questionOf(node)
    if (question !== null) {
      const answered = later.some(other => isSoonAfter(node, other))
      return answered ? [] : [openState(node, 'clarification_only', waitingFor(question))]
    }
    const { type, summary: text } = node.chain.terminal_state
    // What follows in another session goes on with what was broken off.
    if (later.length > 0) return []
    if (type === 'interrupted' || type === 'failed' || isDeclined(node)) return [openState(node, type, text)]
    const call = node.facts?.broken_off ?? null
    return call === null ? [] : [openState(node, 'interrupted', brokenOffWords(call))]
  })
}

function brokenOffWords({ tool, answered }: NonNullable<TurnFacts['broken_off']>): string {
  return answered
    ? `The session ends after ${tool} ran, without a last message of the agent.`
    : `The session ends while ${tool} was still running.`
}

function openState(node: Turn, type: State['type'], text: string): OpenState {
  return { node, state: { type, summary: written(text, 'The turn ended.'), evidence_refs: refsOf([node]) } }
}

/** What a turn asked the person at its end; empty where its words are not known, null where it asked nothing. */
export function questionOf({ chain, facts }: Turn): string | null {
  const question = facts?.closing?.question ?? null
  const waits = facts?.waits_for_answer || question !== null || chain.terminal_state.type === 'clarification_only'
  return waits && !mishaps.has(chain.terminal_state.type) && !isCourtesy(question ?? '') ? (question ?? '') : null
}

const mishaps: ReadonlySet<State['type']> = new Set(['interrupted', 'failed'])

function isCourtesy(question: string): boolean {
  return /\b(?:anything else|something else|does (?:that|this) (?:help|make sense|answer)|make sense)\b/i.test(question)
}

function waitingFor(question: string): string {
  return question === '' ? 'Waiting for your answer.' : `Waiting for your answer: “${excerpt(question, 180, null)}”`
}

/** A call that the user declined, not a check that failed: those are in the ledger. */
function isDeclined({ chain, facts }: Turn): boolean {
  if (chain.terminal_state.type !== 'blocked') return false
  return !facts?.checks.some(({ verdict }) => verdict === 'fail')
}

/** The checks that failed when they last ran, and nothing has been changed, committed or passed since. */
export function openFailures(
  component: readonly Turn[],
  ledger: readonly LedgerEntry[],
  course: DayCourse,
): LedgerEntry[] {
  return ledger.filter(entry => {
    if (entry.verdict !== 'fail' || entry.changedAfter.size > 0) return false
    if (isCommittedAfter(entry, component) || isUndoneAfter(entry, component)) return false
    if (isPostedAfter(entry, component)) return false
    return !course.isMadeGood(entry.node, entry.kind)
  })
}

/** The first words of an outcome about edits that were all undone. */
export const putBackWords = 'Changed and put back'

/** The turns that edited files and those that put them back, where nothing is left of all edits. */
export function triedIn(component: readonly Turn[]): Turn[] {
  const isUndoing = ({ facts }: Turn) => (facts?.put_back ?? null) !== null
  if (component.some(({ files }) => files.size > 0) || !component.some(isUndoing)) return []
  return component.some(turn => editsOf(turn).length > 0)
    ? component.filter(turn => isUndoing(turn) || editsOf(turn).length > 0)
    : []
}

/** The lines of a turn that show what it edited and what put edits back. */
export function putBackLines(
  turn: Pick<Turn, 'facts'> & { chain: Turn['chain'] | undefined },
): Array<{ lines: string }> {
  const line = turn.facts?.put_back ?? null
  const edits = editsOf(turn).flatMap(({ citations }) => citations)
  return line === null ? edits : [...edits, { lines: `${line}-${line}` }]
}

function editsOf({ chain }: { chain: Turn['chain'] | undefined }) {
  return chain?.outcomes.filter(({ summary }) => /^(?:Changed|Wrote) /.test(summary)) ?? []
}

/** What failed was tried and put back. */
export function isUndoneAfter({ node, check }: LedgerEntry, component: readonly Turn[]): boolean {
  const ran = spanIn(check.lines)?.start ?? 0
  const later = component.slice(component.indexOf(node))
  return later.some(each => each.session_ref === node.session_ref && (each.facts?.put_back ?? 0) > ran)
}

/** Who changes nothing and reports what failed to a reviewed pull request or an issue has done what was to be done. */
function isPostedAfter({ node }: LedgerEntry, component: readonly Turn[]): boolean {
  if (component.some(({ files }) => files.size > 0)) return false
  const deeds = component.slice(component.indexOf(node)).flatMap(({ facts }) => facts?.deeds ?? [])
  return deeds.some(({ kind }) => kind === 'review' || kind === 'comment' || kind === 'issue')
}

function isCommittedAfter({ node, check }: LedgerEntry, component: readonly Turn[]): boolean {
  const ran = spanIn(check.lines)?.start ?? 0
  const own = node.facts?.commits.some(({ lines }) => (spanIn(lines)?.start ?? 0) > ran) ?? false
  return own || component.slice(component.indexOf(node) + 1).some(({ facts }) => (facts?.commits.length ?? 0) > 0)
}

function failureState(entry: LedgerEntry): OpenState {
  const { node } = entry
  const state: State = { type: 'blocked', summary: failureWords(entry), evidence_refs: refsOf([node]) }
  return { node, state }
}

export const kindNames: { [kind in CheckKind]: string } = {
  test: 'test',
  lint: 'lint',
  typecheck: 'type check',
  build: 'build',
}

/** The lines of a turn that show what an open state says, where they are not those by which the chain says how it ended. */
export function openStateLines(summary: string, facts: TurnFacts | undefined): Array<{ lines: string }> {
  const { left, line } = facts?.closing ?? {}
  if (left && summary === leftWords(left)) return [{ lines: `${line}-${line}` }]
  const call = facts?.broken_off ?? null
  if (call && summary === brokenOffWords(call)) return [{ lines: `${call.line}-${call.line}` }]
  const failed = facts?.checks.findLast(
    check => check.verdict === 'fail' && failureWords({ kind: check.kind, check }) === summary,
  )
  return failed && failed.lines !== '' ? [failed] : []
}

export function failureWords({ kind, check }: Pick<LedgerEntry, 'kind' | 'check'>): string {
  const command = check.command === '' ? '' : `: ${quotedCommand(check.command, null)}`
  const count = check.failed !== null && check.failed > 0 ? `, ${formatCount(check.failed, 'failure')}` : ''
  return written(`The last ${kindNames[kind]} run failed${command}${count}.`, `The last ${kindNames[kind]} run failed.`)
}

/** How the last turn ended where nothing is open: a session that went on has passed over a mishap. */
function closedState(node: Turn, course: DayCourse): State {
  const { type, summary: text } = node.chain.terminal_state
  const evidence_refs = refsOf([node])
  if (!openTypes.has(type)) return { type, summary: written(text, 'The turn ended.'), evidence_refs }
  const after = course.isLastOfSession(node) ? 'A later run passed, or the work was committed.' : 'The session went on.'
  return { type: 'other', summary: written(`${text} ${after}`, 'The turn ended.'), evidence_refs }
}

function isSoonAfter(one: Turn, other: Turn): boolean {
  const ended = Date.parse(one.facts?.last_at ?? '')
  return other.at !== undefined && !Number.isNaN(ended) && other.at - ended <= halfHour
}

function written(text: string, fallback: string): string {
  return summary(text, fallback, null)
}
