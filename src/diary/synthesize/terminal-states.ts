import { excerpt, plural, quotedCommand, summary } from '../extract/text.ts'
import type { CheckKind, TurnFacts, WorkItem } from '../schema.ts'
import { spanIn } from '../workspace/line-spans.ts'
import type { DayCourse } from './day-course.ts'
import type { LedgerEntry } from './ledger.ts'
import { refsOf, type Turn } from './node.ts'

type State = WorkItem['terminal_states'][number]

/** How a piece of work ended; what is still open at the end of the day comes last. */
export function terminalStates(component: readonly Turn[], ledger: readonly LedgerEntry[], course: DayCourse): State[] {
  const open = [...openEnds(component, course), ...openFailures(component, ledger, course).map(failureState)]
  const last = component.at(-1)
  if (!last || open.some(({ node }) => node === last)) return open.map(({ state }) => state)
  return [closedState(last, course), ...open.map(({ state }) => state)]
}

/** States that a piece of work is left in. */
const openTypes: ReadonlySet<State['type']> = new Set(['blocked', 'interrupted', 'failed', 'clarification_only'])

/** What of a work item is still open, by how it says that it ended. */
export function openStatesOf<S extends { type: State['type'] }>({
  terminal_states,
}: {
  terminal_states: readonly S[]
}): S[] {
  const closed = terminal_states.findLastIndex(({ type }) => !openTypes.has(type))
  return terminal_states.slice(closed + 1)
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
    ? `The turn ends after a call of ${tool}, without a last message of the agent.`
    : `The turn ends during a call of ${tool}.`
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
    return !isCommittedAfter(entry, component) && !course.isMadeGood(entry.node, entry.kind)
  })
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

export function failureWords({ kind, check }: LedgerEntry): string {
  const command = check.command === '' ? '' : `: ${quotedCommand(check.command, null)}`
  const count = check.failed !== null && check.failed > 0 ? `, ${plural(check.failed, 'failure')}` : ''
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
