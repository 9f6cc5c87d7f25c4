import { formatCount } from '../../kernel/numbers.ts'
import type { Activity } from './activity.ts'
import type { CheckRun } from './check-runs.ts'
import { lastRuns } from './checks.ts'
import { commandsIn, scriptOf, valuesOf } from './shell/commands.ts'
import { programName } from './shell/programs.ts'
import { mayWrite } from './shell/writes.ts'
import { quotedCommand, summary } from './text.ts'
import type { ToolRun } from './tool-runs.ts'
import type { Edit, Outcome } from './turn-parts.ts'

/** One statement for each kind of check that ran: how its last run ended, and whether anything was edited after it. */
export function checkOutcomes(activity: Activity, root: string | null): { passed: Outcome[]; failed: Outcome[] } {
  const last = lastRuns(activity.checks)
  const outcome = (category: Outcome['category'], check: CheckRun): Outcome =>
    statement(activity, category, check, root)
  return {
    passed: last.filter(({ verdict }) => verdict === 'pass').map(check => outcome('validation_outcome', check)),
    failed: last.filter(({ verdict }) => verdict === 'fail').map(check => outcome('blocker_outcome', check)),
  }
}

const runNames: { [kind in CheckRun['kind']]: string } = {
  test: 'test run',
  lint: 'lint run',
  typecheck: 'type check',
  build: 'build',
}

/** More files than these are counted, not cited. */
const mostCited = 5

function statement(activity: Activity, category: Outcome['category'], check: CheckRun, root: string | null): Outcome {
  const { edits, runs } = activity
  const run = runNames[check.kind]
  const ended = check.verdict === 'pass' ? 'passed' : 'failed'
  const shown = `${quotedCommand(check.command, root)}${countText(check)}`
  const covered = edits.filter(isCovered)
  const later = lastOfEach(covered.filter(({ at }) => at > check.at))
  const fallback = `The last ${run} ${ended}.`
  if (later.length > 0) {
    const text = `The last ${run} was before the last edit: ${formatCount(later.length, 'file')} changed after it. It ${ended}: ${shown}.`
    const lines = later.slice(-mostCited).flatMap(edit => edit.lines)
    return {
      category,
      summary: summary(text, `${fallback} Files changed after it.`, root),
      lines: [...check.lines, ...lines],
    }
  }
  const before = covered.at(-1)
  const isMoved = runs.some(each => each.at > check.at && mayHaveWritten(each))
  const isLast = before !== undefined && !isMoved
  const which = edits.some(edit => edit.at > check.at) ? 'last edit of code' : 'last edit'
  const text = `Last ${run} ${ended}${isLast ? ` after the ${which}` : ''}: ${shown}${isMoved && before ? '; commands after it may have changed files' : ''}.`
  return {
    category,
    summary: summary(text, fallback, root),
    lines: isLast ? [...before.lines, ...check.lines] : check.lines,
  }
}

/** Whether a call may have changed files without saying which. */
function mayHaveWritten({ family, input, result }: ToolRun): boolean {
  const script = family === 'shell' ? scriptOf(input) : null
  if (script === null || !result || result.denied) return false
  return commandsIn(script).some(command => {
    const [program = '', ...args] = valuesOf(command)
    return mayWrite(programName(program), args)
  })
}

/** Documents and settings of agents are not what checks look at. */
function isCovered({ category }: Edit): boolean {
  return category === 'code_outcome' || category === 'other'
}

function lastOfEach(edits: readonly Edit[]): Edit[] {
  const last = new Map<string, Edit>()
  for (const edit of edits) {
    last.delete(edit.key)
    last.set(edit.key, edit)
  }
  return [...last.values()]
}

function countText({ counts, verdict }: CheckRun): string {
  if (!counts) return ''
  if (verdict === 'fail') return counts.failed > 0 ? ` (${formatCount(counts.failed, 'failure')})` : ''
  return counts.passed !== null && counts.passed > 0 ? ` (${counts.passed} passed)` : ''
}
