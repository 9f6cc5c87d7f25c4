import type { TurnEvent } from '../../transcripts/event.ts'
import type { ScannedTurn } from '../../transcripts/reader.ts'
import type { Chain } from '../schema.ts'
import { type Activity, activityOf } from './activity.ts'
import { observedChecks } from './checks.ts'
import { outcomesOf } from './outcomes.ts'
import { reactionsOf } from './reactions.ts'
import { materialityOf, terminalState } from './terminal.ts'
import { cite } from './text.ts'
import { linesOf } from './tool-runs.ts'
import { type TriggerContext, triggerOf } from './trigger.ts'
import type { Outcome } from './turn-parts.ts'

/** The turn a chain is made for. */
interface ExtractedTurn {
  turn_ref: string
  start_line: number
  /** The line that repeats the trigger, where the agent writes it twice. */
  echo_line: number | null
}

export interface ExtractContext extends TriggerContext {
  /** The next trigger came while the agent was working. */
  continued: boolean
}

/** What a chain depends on besides its turn. */
interface ChainSurroundings {
  turn_ref: string
  root: string | null
  first_in_file: boolean
  previous_interrupted: boolean
}

/** The evidence of a turn as it was found in its transcript. */
export function chainOf(
  turn: Pick<ScannedTurn, 'startLine' | 'echoLine' | 'continued' | 'kind'>,
  events: readonly TurnEvent[],
  { turn_ref, ...around }: ChainSurroundings,
  activity?: Activity,
): Chain {
  const { startLine: start_line, echoLine: echo_line, continued, kind: trigger_kind } = turn
  return extractChain(events, { turn_ref, start_line, echo_line }, { ...around, continued, trigger_kind }, activity)
}

/** Whether the person stopped the agent in a turn; what is said next is then about that. */
export function isInterrupted(events: readonly TurnEvent[]): boolean {
  return events.some(({ kind }) => kind === 'interrupt')
}

/** The evidence of one turn, made without a model. The same events give the same chain, and every chain is valid. */
export function extractChain(
  events: readonly TurnEvent[],
  turn: ExtractedTurn,
  ctx: ExtractContext,
  activity = activityOf(events, ctx.root),
): Chain {
  const { root, continued } = ctx
  const triggerLines = turn.echo_line === null ? [turn.start_line] : [turn.start_line, turn.echo_line]
  const reacted = new Set([...linesOf(activity.runs), ...activity.texts.map(({ line }) => line)])
  const outcomes = outcomesOf(activity, root).filter(outcome => hasGround(outcome, triggerLines, reacted))
  const ended = { events, activity, outcomes, triggerLines, continued, root }
  return {
    turn_ref: turn.turn_ref,
    trigger: triggerOf(wordsOf(events, turn.start_line), triggerLines, ctx),
    agent_reactions: reactionsOf(activity, root),
    outcomes: outcomes.map(({ category, summary, lines }) => ({ category, summary, citations: cite(lines) })),
    observed_checks: observedChecks(activity.checks, events, root),
    terminal_state: terminalState(ended),
    materiality: materialityOf(ended),
  }
}

function wordsOf(events: readonly TurnEvent[], line: number): string {
  const said = events.find(event => event.kind === 'user' && event.line === line)
  return said?.kind === 'user' ? said.text : ''
}

/** What the user asked for proves nothing by itself. */
function hasGround({ lines }: Outcome, asked: readonly number[], reacted: ReadonlySet<number>): boolean {
  return lines.some(line => reacted.has(line) && !asked.includes(line))
}
