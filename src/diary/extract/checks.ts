import { formatCount } from '../../kernel/numbers.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import type { Chain, CheckKind } from '../schema.ts'
import type { CheckRun } from './check-runs.ts'
import { cite, quotedCommand, summary } from './text.ts'

const maxChecks = 20

/** What was seen to run, the newest only. None of it says that anything is verified. */
export function observedChecks(
  checks: readonly CheckRun[],
  events: readonly TurnEvent[],
  root: string | null,
): Chain['observed_checks'] {
  const ran = checks.map(
    (check): Observed => ({
      at: check.at,
      type: check.kind === 'test' ? 'test_output' : 'command_output',
      summary: summary(
        check.verdict === 'not_run'
          ? `${quotedCommand(check.command, root)} (${check.kind}) did not run, or was stopped before it showed a result.`
          : `Ran ${quotedCommand(check.command, root)} (${check.kind}); ${describeResult(check)}.`,
        check.verdict === 'not_run' ? `A check (${check.kind}) did not run.` : `Ran a command (${check.kind}).`,
        root,
      ),
      citations: cite(check.lines),
    }),
  )
  return [...ran, ...shellNotes(events)]
    .sort((one, other) => one.at - other.at)
    .slice(-maxChecks)
    .map(({ type, summary, citations }) => ({ type, summary, citations }))
}

type Observed = Chain['observed_checks'][number] & { at: number }

/** The kinds of check by their last run, in the order of those runs; what did not run is no run. */
export function lastRuns(checks: readonly CheckRun[]): CheckRun[] {
  const newest = new Map<CheckKind, CheckRun>()
  for (const check of checks.filter(({ verdict }) => verdict !== 'not_run')) {
    newest.delete(check.kind)
    newest.set(check.kind, check)
  }
  return [...newest.values()]
}

function describeResult({ counts, verdict }: CheckRun): string {
  const error = 'the command reported an error'
  if (!counts) return verdict === 'pass' ? 'exit status 0' : verdict === 'fail' ? error : 'the output shows no verdict'
  const { passed, failed } = counts
  const reported = passed === null ? failures(failed) : `${passed} passed, ${failed} failed`
  return `output reports ${reported}${verdict === 'fail' && failed === 0 ? `, but ${error}` : ''}`
}

function failures(failed: number): string {
  return failed === 0 ? 'no failure' : formatCount(failed, 'failure')
}

/** The user's own commands: what was typed and what it printed are on rows of their own. */
function shellNotes(events: readonly TurnEvent[]): Observed[] {
  const notes: Array<{ at: number; lines: number[] }> = []
  for (const [at, event] of events.entries()) {
    if (event.kind !== 'shell_note') continue
    const last = notes.at(-1)
    if (last && /^<bash-std(?:out|err)>/.test(event.text)) last.lines.push(event.line)
    else notes.push({ at, lines: [event.line] })
  }
  return notes.map(({ at, lines }) => ({
    at,
    type: 'command_output',
    summary: "User ran a command in the agent's shell.",
    citations: cite(lines),
  }))
}
