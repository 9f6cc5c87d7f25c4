import { isObject } from '../../transcripts/record.ts'
import type { CheckKind, CheckVerdict } from '../schema.ts'
import { commandsIn, commandText, scriptOf, valuesOf } from './shell/commands.ts'
import { type Counts, countsIn, type Subject } from './shell/counts.ts'
import { checkKind, mayBeReported } from './shell/kind.ts'
import type { ToolRun } from './tool-runs.ts'

/** A check that ran and answered. */
export interface CheckRun {
  /** The call's place among the events. */
  at: number
  kind: CheckKind
  command: string
  counts: Counts | null
  verdict: CheckVerdict
  lines: number[]
  /** The lines of its result. */
  resultLine: number
}

/** The checks of a turn in order; one call may run several. A call that was declined ran nothing. */
export function checkRuns(runs: readonly ToolRun[]): CheckRun[] {
  return runs.flatMap(run => {
    const script = run.family === 'shell' ? scriptOf(run.input) : null
    const { result } = run
    if (script === null || !result || result.denied || !mayBeReported(script)) return []
    const checks = commandsIn(script).flatMap(command => {
      const kind = checkKind(valuesOf(command))
      return kind ? [{ kind, command: commandText(command), masked: command.masked }] : []
    })
    const counted = checks.map(check => ({
      ...check,
      counts: countsIn(result.text, checks.length > 1 ? subjects[check.kind] : undefined),
    }))
    const culprit = counted.some(({ counts }) => counts && counts.failed > 0)
    const ended = hasEnded(run)
    return counted.map(({ kind, command, masked, counts }) => ({
      at: run.at,
      kind,
      command,
      counts,
      verdict: verdictOf({
        counts,
        // Where several checks share an answer and one of them shows its failures, the others are not to blame.
        error: result.error && !result.interrupted && !(culprit && checks.length > 1),
        exit: masked || !ended || culprit ? null : result.exit,
      }),
      lines: run.lines,
      resultLine: result.line,
    }))
  })
}

/** Whose counts are whose, when several checks wrote into one output. */
const subjects: { [kind in CheckKind]: Subject[] } = {
  typecheck: ['problems'],
  lint: ['problems'],
  test: ['tests', 'build'],
  build: ['build', 'problems'],
}

/** A command in the background has a result while it still runs. */
function hasEnded({ input, result }: ToolRun): boolean {
  if (result?.interrupted || input.run_in_background === true) return false
  return !isObject(result?.detail) || result.detail.backgroundTaskId === undefined
}

interface Signs {
  counts: Counts | null
  error: boolean
  /** Null where it says nothing of the check. */
  exit: number | null
}

function verdictOf({ counts, error, exit }: Signs): CheckVerdict {
  if (counts && counts.failed > 0) return 'fail'
  if (error || (exit !== null && exit !== 0)) return 'fail'
  return counts || exit === 0 ? 'pass' : 'unknown'
}
