import { fileEdits } from '../../transcripts/file-edits.ts'
import { commandLine, pathOf } from '../../transcripts/tool-input.ts'
import type { CheckRun } from '../extract/check-runs.ts'
import { commandsIn, type ShellCommand, scriptOf, valuesOf } from '../extract/shell/commands.ts'
import { operands, programName } from '../extract/shell/programs.ts'
import { success, type ToolRun } from '../extract/tool-runs.ts'
import { type ErrorLine, errorLines } from './error-lines.ts'
import { meetingOf, passivePrograms, targetOf } from './error-target.ts'

/** Something that was done after an error. */
export interface Tried {
  what: 'edit' | 'command'
  text: string
  /** The line of the call. */
  line: number
}

/** What a session shows of an error after it. */
export interface AfterError {
  /** The call that failed. */
  call: string | null
  /** What its output says, as far as that tells it from other errors. */
  errors: ErrorLine[]
  /** Until the same was run again, or the error was seen again. */
  tried: Tried[]
  /** The next run with the same error, as it was this time. */
  again: { line: number; error: ErrorLine } | null
  /** The first run of the same command or check that passed; what was tried since the error was there last. */
  passed: { command: string; path: string | null; callLine: number; line: number; tried: Tried[] } | null
}

/** What happened after the error on a line; null where no call is known to have failed there. */
export function afterError(runs: readonly ToolRun[], checks: readonly CheckRun[], line: number): AfterError | null {
  const failed = runs.find(({ result }) => result?.line === line && isFailure(result))
  if (!failed?.result || failed.result.denied || failed.result.interrupted) return null
  const target = targetOf(failed, checks)
  const errors = target?.kind === 'tool' ? [firstLine(failed.result.text)] : errorLines(failed.result.text)
  // A call that was made before its agent saw the error was no answer to it.
  const later = runs.flatMap(run => (run.result && (run.lines[0] ?? 0) > line ? [{ run, result: run.result }] : []))
  let again: AfterError['again'] = null
  let tried: Tried[] = []
  let untilAgain: Tried[] | null = null
  let isGone = false
  for (const { run, result } of later.sort((one, other) => one.result.line - other.result.line)) {
    const meets = meetingOf(target, run, checks)
    const back = meets === 'passed' ? null : backIn(errors, run, meets, checks)
    if (back) {
      again ??= { line: result.line, error: back }
      untilAgain ??= tried
      tried = []
      isGone = false
    } else if (meets === 'passed' && !oneIn(errors, result.text)) {
      const [callLine = result.line] = run.lines
      const passed = { ...namesOf(run), callLine, line: result.line, tried }
      return { call: failed.result.id, errors, tried: untilAgain ?? tried, again, passed }
    } else if (meets !== null) isGone = true
    if (!isGone && !back && meets === null) tried.push(...stepsOf(run))
  }
  return { call: failed.result.id, errors, tried: untilAgain ?? tried, again, passed: null }
}

function isFailure({ error, exit }: { error: boolean; exit: number | null }): boolean {
  return error || (exit !== null && exit !== 0)
}

/** The error that is in the output of a later run too, where that is one of the same or failed too. */
function backIn(
  errors: readonly ErrorLine[],
  run: ToolRun,
  meets: 'ran' | null,
  checks: readonly CheckRun[],
): ErrorLine | null {
  const { result } = run
  if (!result || result.denied || result.interrupted) return null
  if (run.family !== 'shell') {
    return meets !== null && isFailure(result) && firstLine(result.text).text === errors[0]?.text
      ? (errors[0] ?? null)
      : null
  }
  const isBad = isFailure(result) || checks.some(({ at, verdict }) => at === run.at && verdict === 'fail')
  if (!isBad) return null
  return oneIn(errors, result.text)
}

function oneIn(errors: readonly ErrorLine[], text: string): ErrorLine | null {
  const shown = new Set(errorLines(text).map(({ signature }) => signature))
  return errors.find(({ signature }) => shown.has(signature)) ?? null
}

function firstLine(text: string): ErrorLine {
  const line = (text.trim().split('\n', 1)[0] ?? '').slice(0, 300).toWellFormed()
  return { text: line, signature: line }
}

/** What a call did that may have changed something; what only looks is left out. */
function stepsOf(run: ToolRun): Tried[] {
  const result = success(run)
  const [line] = run.lines
  if (!result || line === undefined) return []
  const edits = fileEdits(run, result).map(({ path }): Tried => ({ what: 'edit', text: path, line }))
  if (edits.length > 0 || run.family !== 'shell') return edits
  return commandsOf(run).some(isAction) ? [{ what: 'command', text: namesOf(run).command, line }] : []
}

function commandsOf({ input }: ToolRun): readonly ShellCommand[] {
  const script = scriptOf(input)
  return script === null ? [] : commandsIn(script)
}

function isAction(command: ShellCommand): boolean {
  const [first = '', ...args] = valuesOf(command)
  const program = programName(first)
  if (program === 'git') return !looksOfGit.has(operands('git', args)[0] ?? '')
  if (program === 'gh') return !looksOfForge.test(args.join(' '))
  if (program === 'sed') return args.some(arg => /^-[a-z]*i/.test(arg))
  return !passivePrograms.has(program) && !looks.has(program)
}

const looks = new Set(
  `ls cat head tail grep egrep fgrep rg ag find fd wc less more file stat du df which type tree sort uniq cut tr awk jq yq diff cmp env
  whoami uname hostname ps lsof man help test [ basename dirname realpath readlink xxd od strings column nl seq wait`.split(
    /\s+/,
  ),
)
const looksOfGit = new Set(
  'status diff log show branch blame remote rev-parse ls-files grep describe reflog'.split(' '),
)
const looksOfForge = /^(?:pr|issue|run|repo|release|workflow) (?:view|list|diff|status|checks|watch)\b|^api\b/

/** The command of a call, or its tool and file. */
function namesOf({ input, name }: ToolRun): { command: string; path: string | null } {
  const command = commandLine(input)
  return command === null ? { command: name, path: pathOf(input) } : { command, path: null }
}
