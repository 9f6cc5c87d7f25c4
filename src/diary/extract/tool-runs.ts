import { familyOf } from '../../transcripts/agents.ts'
import type { CallInput, ResultEvent, ToolFamily, TurnEvent } from '../../transcripts/event.ts'

/** A tool call of the turn with what came back inside the turn. */
export interface ToolRun {
  /** Its place among the events of the turn. */
  at: number
  name: string
  family: ToolFamily
  input: CallInput
  /** The folder it was called in, where the log says so. */
  cwd: string | null
  /** The last result, if one is in the turn. */
  result: ResultEvent | null
  /** Of the call and its results. */
  lines: number[]
  /** The client's announcement that what the call left running in the background has ended. */
  notice: Notice | null
}

type Notice = Extract<TurnEvent, { kind: 'notice' }>

/** The calls of a turn in order, each with its result: a result belongs to the nearest earlier call of its id. */
export function toolRuns(events: readonly TurnEvent[]): ToolRun[] {
  const runs: ToolRun[] = []
  const open = new Map<string, ToolRun>()
  const running = new Map<string, ToolRun>()
  for (const [at, event] of events.entries()) {
    if (event.kind === 'call') {
      const { line, id, name, input, cwd = null } = event
      const run: ToolRun = { at, name, family: familyOf(name), input, cwd, result: null, lines: [line], notice: null }
      runs.push(run)
      if (id !== null) open.set(id, run)
    } else if (event.kind === 'result') {
      const run = event.id === null ? undefined : open.get(event.id)
      if (!run) continue
      run.result = event
      run.lines.push(event.line)
      const asked = running.get(shellKey(event, run.input.session_id))
      if (asked) goOn(asked, run, event)
      else if (event.running !== undefined) running.set(shellKey(event, event.running), run)
    } else if (event.kind === 'notice') {
      const run = event.call === null ? undefined : open.get(event.call)
      if (run) run.notice = event
    }
  }
  return runs
}

/** Sub-agents number shells of their own. */
function shellKey({ subagent = '' }: ResultEvent, id: unknown): string {
  return `${subagent} ${id}`
}

/** A command that went on running has printed more, and may have ended: that is the answer to a later call. */
function goOn(run: ToolRun, asking: ToolRun, answer: ResultEvent): void {
  const begun = run.result
  // Without both the shell was not there any more.
  if (!begun || (answer.exit === null && answer.running === undefined)) return
  run.result = { ...answer, id: begun.id, text: begun.text + answer.text }
  run.lines = [...run.lines.slice(0, 2), ...asking.lines]
}

/** The result of a run that did what it was called for. */
export function success({ result }: ToolRun): ResultEvent | null {
  return result && !result.error && !result.interrupted && !result.denied ? result : null
}

/** All lines of some runs. */
export function linesOf(runs: Iterable<{ lines: readonly number[] }>): number[] {
  return [...runs].flatMap(({ lines }) => lines)
}
