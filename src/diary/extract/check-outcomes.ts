import type { CheckVerdict } from '../schema.ts'
import type { CheckRun } from './check-runs.ts'
import { lastRuns } from './checks.ts'
import type { Outcome } from './outcome.ts'
import { quotedCommand } from './quoted-command.ts'
import { list, plural, summary } from './text.ts'
import { linesOf } from './tool-runs.ts'

/** The kinds of check whose last run passed. */
export function validationOutcome(checks: readonly CheckRun[], root: string | null): Outcome[] {
  const passed = endedWith('pass', checks)
  if (passed.length === 0) return []
  const runs = passed.map(({ command, counts }) => {
    const counted = counts && counts.passed !== null ? ` ${counts.passed} passed, ${counts.failed} failed` : ''
    return `${quotedCommand(command, root)}${counted}`
  })
  return [
    {
      category: 'validation_outcome',
      summary: summary(
        `Last ${kindsOf(passed)} run succeeded: ${runs.join('; ')}.`,
        'The last checks succeeded.',
        root,
      ),
      lines: linesOf(passed),
    },
  ]
}

/** The kinds of check whose last run failed. */
export function blockerOutcome(checks: readonly CheckRun[], root: string | null): Outcome[] {
  const failed = endedWith('fail', checks)
  if (failed.length === 0) return []
  const runs = failed.map(({ command, counts }) => {
    const counted = counts && counts.failed > 0 ? ` ${plural(counts.failed, 'failure')}` : ''
    return `${quotedCommand(command, root)}${counted}`
  })
  return [
    {
      category: 'blocker_outcome',
      summary: summary(`Last ${kindsOf(failed)} run failed: ${runs.join('; ')}.`, 'The last checks failed.', root),
      lines: linesOf(failed),
    },
  ]
}

export function endedWith(verdict: CheckVerdict, checks: readonly CheckRun[]): CheckRun[] {
  return lastRuns(checks).filter(check => check.verdict === verdict)
}

export function kindsOf(checks: readonly CheckRun[]): string {
  return list(checks.map(({ kind }) => kind))
}
