import { formatCount } from '../../kernel/numbers.ts'
import { codePoints } from '../../kernel/text.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import type { Chain, Materiality, TerminalType } from '../schema.ts'
import type { Activity } from './activity.ts'
import { endedWith, kindsOf, lookupsOf } from './outcomes.ts'
import { isOfSubagent } from './subagents.ts'
import { cite, excerpt, summary } from './text.ts'
import type { Outcome } from './turn-parts.ts'

/** A turn as it is judged at its end. */
interface EndedTurn {
  events: readonly TurnEvent[]
  activity: Activity
  outcomes: readonly Outcome[]
  triggerLines: readonly number[]
  continued: boolean
  root: string | null
}

/** How the turn ended: the first of the rules of diary.md §13.6 that applies. */
export function terminalState(turn: EndedTurn): Chain['terminal_state'] {
  return interruption(turn) ?? silence(turn) ?? obstacle(turn) ?? result(turn) ?? openEnd(turn)
}

/** How much a turn weighs in the day. */
export function materialityOf({ activity, outcomes }: EndedTurn): Materiality {
  const { runs, closing, checks } = activity
  const lastText = codePoints(closing?.text ?? '')
  const { all, web } = lookupsOf(activity)
  const isStudy = outcomes.some(({ category }) => category === 'research_outcome') && (web > 0 || all.length >= 5)
  const passed = endedWith('pass', checks).some(({ kind }) => kind === 'test' || kind === 'build')
  if (outcomes.some(({ category }) => weighty.has(category)) || passed || (isStudy && lastText >= 400))
    return 'material'
  return outcomes.length > 0 || runs.length > 0 || lastText >= 200 ? 'minor' : 'none'
}

const weighty: ReadonlySet<string> = new Set([
  'code_outcome',
  'document_outcome',
  'process_outcome',
  'decision_outcome',
  'blocker_outcome',
])

type State = Chain['terminal_state']

function interruption({ events }: EndedTurn): State | null {
  const at = events.findLastIndex(({ kind }) => kind === 'interrupt')
  const marker = events[at]
  if (!marker || events.slice(at).some(({ kind }) => kind === 'text' || kind === 'call')) return null
  return state('interrupted', 'The user interrupted the agent.', [marker.line])
}

const agentKinds = new Set<TurnEvent['kind']>(['text', 'call', 'result', 'api_error'])

function lastOfAgent({ events }: EndedTurn): TurnEvent | undefined {
  return events.findLast(event => agentKinds.has(event.kind) && !isOfSubagent(event))
}

function silence(turn: EndedTurn): State | null {
  const last = lastOfAgent(turn)
  if (last?.kind === 'api_error') {
    return state('failed', 'The turn ended with an error reported by the model service.', [last.line])
  }
  if (last) return null
  const broken = new Set(turn.events.filter(({ kind }) => kind === 'malformed').map(({ line }) => line))
  if (broken.size === 0) {
    return state('no_material', 'No agent reaction is recorded before the next trigger.', turn.triggerLines)
  }
  const text = `No readable agent record; ${formatCount(broken.size, 'line')} could not be parsed.`
  return state('evidence_gap', text, [...broken])
}

function obstacle(turn: EndedTurn): State | null {
  const { activity, root } = turn
  const last = lastOfAgent(turn)
  if (last?.kind === 'result' && last.denied) {
    const tool = activity.runs.find(run => run.result === last)?.name ?? 'tool'
    if (tool === 'ExitPlanMode') return state('blocked', 'The user declined the proposed plan.', [last.line])
    const text = `The user declined a ${excerpt(tool, 80, root)} call and the turn ended.`
    return state('blocked', summary(text, 'The user declined a call and the turn ended.', root), [last.line])
  }
  // What was tried and undone leaves no failure behind.
  const lastEdit = Math.max(activity.edits.at(-1)?.at ?? -1, activity.undone?.at ?? -1)
  const failing = endedWith('fail', activity.checks).filter(({ at }) => at > lastEdit)
  if (failing.length === 0) return null
  const lines = failing.map(({ resultLine }) => resultLine)
  return state('blocked', `The turn ended with a failing ${kindsOf(failing)} run.`, lines)
}

function result(turn: EndedTurn): State | null {
  const { activity, outcomes, root } = turn
  const last = lastOfAgent(turn)
  if (!last || outcomes.every(({ category }) => category === 'blocker_outcome')) return null
  const asked = question(turn)
  if (asked) return asked('material_result')
  const reply = activity.closing
  const lastEdit = activity.edits.at(-1)?.at ?? -1
  const acted = 'The turn ended after its last recorded action.'
  // A call that has no answer is no result, whatever was said before it.
  if (!reply || reply.at < lastEdit || last.kind === 'call') return state('material_result', acted, endOf(turn, last))
  const text = `The turn ended with a result; the agent's last message: “${excerpt(reply.text, 140, root)}”`
  return state('material_result', summary(text, acted, root), endOf(turn, last))
}

/** What the agent said last, and what it did after that. */
function endOf({ activity: { closing } }: EndedTurn, last: TurnEvent): number[] {
  return [...new Set([closing?.line ?? last.line, last.line])]
}

/** A turn that waits for the person's answer says what was asked. */
function question({ activity, root }: EndedTurn): ((type: TerminalType) => State) | null {
  const { question: asked, closing, runs } = activity
  const line = closing && closing.at > (runs.at(-1)?.at ?? -1) ? closing.line : runs.at(-1)?.lines[0]
  if (asked === null || line === undefined) return null
  const text = `The agent ended by asking: “${excerpt(asked, 180, root)}”`
  return type => state(type, summary(text, 'The agent ended by asking the user a question.', root), [line])
}

function openEnd(turn: EndedTurn): State {
  const last = lastOfAgent(turn)
  const lines = last ? endOf(turn, last) : turn.triggerLines
  const asked = question(turn)
  if (asked) return asked('clarification_only')
  if (turn.continued) {
    const text = 'The user added a message while the agent was working.'
    return turn.outcomes.length > 0 ? state('other', text, lines) : state('no_material', text, lines)
  }
  return turn.activity.texts.length === 0
    ? state('no_material', 'The agent acted, but no result is recorded before the next trigger.', lines)
    : state('no_material', 'The agent replied without a material result.', lines)
}

function state(type: TerminalType, text: string, lines: readonly number[]): State {
  return { type, summary: text, citations: cite(lines) }
}
