import { stripVTControlCharacters } from 'node:util'
import type { ResultEvent } from '../../transcripts/event.ts'
import { isObject } from '../../transcripts/record.ts'
import type { CheckKind, CheckVerdict } from '../schema.ts'
import { commandsIn, commandText, type ShellCommand, scriptOf, valuesOf } from './shell/commands.ts'
import { type Counts, countsIn, type Subject } from './shell/counts.ts'
import { passageOf } from './shell/filters.ts'
import { kindsOf, mayBeReported } from './shell/kind.ts'
import { programName } from './shell/programs.ts'
import { taskKinds } from './shell/task-names.ts'
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
    if (script === null || !run.result || run.result.denied || !mayBeReported(script)) return []
    const commands = commandsIn(script)
    const { text, exit, lines, resultLine } = endOf(run, run.result, runs)
    const checks = checksAmong(commands, text)
    readOutput(checks, commands, text)
    if (exit === null || !neverRan.has(exit)) readSilence(checks, commands, text)
    followChain(checks)
    readStatus(checks, commands, exit)
    return checks.map(({ kind, command, counts, verdict }) => ({
      at: run.at,
      kind,
      command: commandText(command),
      counts,
      verdict: verdict ?? 'unknown',
      lines,
      resultLine,
    }))
  })
}

interface RunEnd {
  text: string
  /** Null where the run has not ended, or was ended from outside, as far as the turn shows. */
  exit: number | null
  lines: number[]
  resultLine: number
}

/** How a run ended; one in the background is asked for later, by its id. */
function endOf(run: ToolRun, result: ResultEvent, runs: readonly ToolRun[]): RunEnd {
  const text = stripVTControlCharacters(result.text)
  const id = backgroundId(result, text)
  const status = result.exit ?? (result.error ? 1 : null)
  const exit = id !== null || run.input.run_in_background === true || result.interrupted ? null : status
  const here = { text, exit, lines: run.lines, resultLine: result.line }
  if (id === null) return here
  const later = runs.findLast(
    ({ at, input, result: answer }) =>
      at > run.at &&
      answer !== null &&
      [input.task_id, input.bash_id, input.shell_id, input.session_id].some(
        asked => asked !== undefined && String(asked) === id,
      ),
  )
  if (!later?.result || /<status>running<\/status>|\bProcess running with session ID\b/.test(later.result.text))
    return here
  const code = /<exit_code>(\d{1,3})<\/exit_code>/.exec(later.result.text)?.[1]
  return {
    text: stripVTControlCharacters(later.result.text),
    exit: code === undefined ? later.result.exit : Number(code),
    lines: [...run.lines, ...later.lines],
    resultLine: later.result.line,
  }
}

/** A command in the background has a result while it still runs. */
function backgroundId({ detail }: ResultEvent, text: string): string | null {
  if (isObject(detail) && typeof detail.backgroundTaskId === 'string') return detail.backgroundTaskId
  return (
    /\b(?:running in (?:the )?background with ID|Process running with session ID):? ([\w-]+)/.exec(text)?.[1] ?? null
  )
}

/** A check among the commands of a script, while its verdict is looked for. */
interface Check {
  kind: CheckKind
  /** Its place among the commands. */
  at: number
  command: ShellCommand
  counts: Counts | null
  verdict: CheckVerdict | null
}

function checksAmong(commands: readonly ShellCommand[], text: string): Check[] {
  return commands.flatMap((command, at) =>
    kindsOf(valuesOf(command)).flatMap(named => {
      const kind = named === 'any' ? kindShown(text) : named
      return kind ? [{ kind, at, command, counts: null, verdict: null }] : []
    }),
  )
}

/** The kind of a task that may run checks of any kind, by what its output speaks of. */
function kindShown(text: string): CheckKind | null {
  const kinds: CheckKind[] = ['test', 'lint', 'typecheck', 'build']
  return kinds.find(kind => countsIn(text, subjects[kind])) ?? null
}

/** Whose counts are whose, when several checks wrote into one output. */
const subjects: { [kind in CheckKind]: Subject[] } = {
  typecheck: ['types'],
  lint: ['lint'],
  test: ['tests'],
  build: ['build', 'types'],
}

/** What the output itself says of each check. */
function readOutput(checks: readonly Check[], commands: readonly ShellCommand[], text: string): void {
  const isAlone =
    checks.length === 1 && commands.every(command => checks[0]?.command === command || isHarmless(command))
  for (const check of checks) {
    const alike = checks.filter(({ kind }) => kind === check.kind)
    const counts = countsIn(text, isAlone ? undefined : subjects[check.kind])
    const status = statusPrinted(commands, check.at, text)
    if (status !== null) check.verdict = status === 0 ? 'pass' : 'fail'
    else if (taskFailed(text, check)) check.verdict = 'fail'
    else if (counts && alike.length === 1) {
      if (counts.failed > 0) check.verdict = 'fail'
      else if (isWhole(check.command, counts, text)) check.verdict = 'pass'
    }
    if (alike.length === 1) check.counts = counts
  }
}

/** Whether what can be seen of the output is enough to say that nothing failed. */
function isWhole(command: ShellCommand, { partial }: Counts, text: string): boolean {
  if (!partial) return true
  const passage = passageOf(command)
  switch (passage.through) {
    case 'all':
    case 'tail':
      return !text.includes('<persisted-output>')
    case 'head':
      return lineCount(text) < passage.lines
    case 'grep':
      return /fail/i.test(passage.pattern)
    case 'other':
      return false
  }
}

/** Compilers print only what is wrong; a search for failures that finds none prints nothing. */
function readSilence(checks: readonly Check[], commands: readonly ShellCommand[], text: string): void {
  for (const check of checks) {
    // Alone, its exit status says more.
    const isAlone = commands.length === 1 && !check.command.masked
    if (!isAlone && check.verdict === null && isSilent(check.command, text)) check.verdict = 'pass'
  }
}

function isSilent(command: ShellCommand, text: string): boolean {
  const passage = passageOf(command)
  const isBlank = /^(?:Exit code 1)?\s*(?:\(?(?:no output|Bash completed with no output)\)?)?$/i.test(text.trim())
  if (passage.through === 'grep') return isBlank && /fail/i.test(passage.pattern)
  if (passage.through === 'other' || (passage.through === 'head' && lineCount(text) >= passage.lines)) return false
  const [program = '', subcommand = ''] = valuesOf(command)
  const silent = silentPrograms.get(programName(program))
  return silent?.test(subcommand) === true && (isBlank || !trouble.test(text))
}

const silentPrograms: ReadonlyMap<string, RegExp> = new Map([
  ['go', /^(?:build|vet|install)$/],
  ['tsc', /^/],
  ['vue-tsc', /^/],
  ['javac', /^/],
])

const trouble =
  /^# \S|:\d{1,9}:\d{1,9}:|\b(?:error|fatal|panic|failed|failure|cannot|undefined)\b|\bnot found\b|\bno such\b/im

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length
}

/** `npm test > log; echo "exit: $?"`, `… && echo OK || echo FAILED`: the script itself prints how the check ended. */
function statusPrinted(commands: readonly ShellCommand[], at: number, text: string): number | null {
  const check = commands[at]
  const next = at + 1 + (check?.filters.length ?? 0)
  const printed = textEchoed(commands[next])
  if (!check || printed === null) return null
  const variable = /\$(?:\?|\{\?\}|\{PIPESTATUS\[0\]\}|\{pipestatus\[1\]\}|pipestatus\[1\])/.exec(printed)
  if (variable) {
    const isPipes = check.filters.length > 0
    return isPipes && !/pipestatus/i.test(variable[0]) ? null : numberAfter(printed.slice(0, variable.index), text)
  }
  const lines = text.split('\n')
  const isPrinted = (words: string | null) => words !== null && words !== '' && lines.includes(words)
  if (check.filters.length > 0) return null
  if (check.joiner === '||') return isPrinted(printed) ? 1 : null
  if (check.joiner !== '&&') return null
  if (isPrinted(printed)) return 0
  return commands[next]?.joiner === '||' && isPrinted(textEchoed(commands[next + 1])) ? 1 : null
}

function textEchoed(command: ShellCommand | undefined): string | null {
  const [program, ...words] = command ? valuesOf(command) : []
  return program === 'echo' ? words.filter(word => !/^-[neE]+$/.test(word)).join(' ') : null
}

/** The last status that was printed behind these words. */
function numberAfter(words: string, text: string): number | null {
  const printed = text.split('\n').flatMap(line => {
    const found = /^\d{1,3}$/.exec(line.startsWith(words) ? line.slice(words.length).trim() : '')
    return found ? [Number(found[0])] : []
  })
  return printed.at(-1) ?? null
}

/** The words by which task runners say that a task failed, with the name of the task. */
const taskFailures = [
  /^\[([\w:.-]+)\] ERROR task failed/gm,
  /\berror: Recipe `([\w:.-]+)` failed/g,
  /\btask: Failed to run task "([\w:.-]+)"/g,
  /\*\*\* \[(?:[^\][\n:]*:\d{1,9}: )?([\w:.-]+)\] Error/g,
  /\bLifecycle script `([\w:.-]+)` failed/g,
  /\bExecution failed for task '([\w:.-]+)'/g,
  /\bhandling the ([\w:.-]+) event returned with error code/g,
]

function taskFailed(text: string, check: Check): boolean {
  const names = taskFailures.flatMap(pattern => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return names.some(
    name => taskKinds([{ name, certain: true }])[0] === check.kind || valuesOf(check.command).includes(name),
  )
}

/** In `a && b`, that b ran shows that a passed. */
function followChain(checks: readonly Check[]): void {
  for (const check of checks) {
    const { filters, joiner } = check.command
    const hasLaterRun = checks.some(({ at, verdict }) => at > check.at && verdict !== null)
    if (check.verdict === null && hasLaterRun && joiner === '&&' && filters.length === 0) check.verdict = 'pass'
  }
}

/** Commands that do not fail, or whose failure ends no script that goes on to check. */
const harmless = new Set(
  'cd export echo printf set source . true pwd sleep date pushd popd unset local tail head tee cat sort uniq ls clear time wait'.split(
    ' ',
  ),
)

function isHarmless(command: ShellCommand): boolean {
  return harmless.has(programName(valuesOf(command)[0] ?? ''))
}

/** Ended by a signal, or never started: nothing was checked. */
const neverRan = new Set([126, 127, 130, 137, 143])

/** What the exit status of the whole script says of the checks whose own status shows in it. */
function readStatus(checks: readonly Check[], commands: readonly ShellCommand[], exit: number | null): void {
  const visible = checks.filter(({ command }) => !command.masked)
  if (exit === null || neverRan.has(exit)) return
  if (exit === 0) {
    for (const check of visible) check.verdict ??= 'pass'
    return
  }
  const others = commands.filter(
    command => !command.masked && !isHarmless(command) && visible.every(check => check.command !== command),
  )
  const suspects = visible.length === 1 ? visible : visible.filter(({ verdict }) => verdict === null)
  const isKnown = suspects.length < visible.length && visible.some(({ verdict }) => verdict === 'fail')
  const [only] = suspects
  if (only && suspects.length === 1 && others.length === 0 && !isKnown) only.verdict = 'fail'
}
