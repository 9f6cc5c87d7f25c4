import { lazy } from '../../kernel/lazy.ts'
import type { CheckKind, CheckVerdict } from '../schema.ts'
import { endOf, type RunEnd } from './run-end.ts'
import { commandsIn, commandText, type ShellCommand, scriptOf, storedStatus, valuesOf } from './shell/commands.ts'
import { countsIn, findsNothing, ownReader, type Subject, summaryIn, testedNothing } from './shell/counts.ts'
import { passageOf } from './shell/filters.ts'
import { type Counts, nothingFailed } from './shell/found-counts.ts'
import { kindsOf } from './shell/kind.ts'
import { saysNotStarted } from './shell/not-started.ts'
import { hasMatch } from './shell/prefilter.ts'
import { placeBehind, statusKept, statusPrinted, textEchoed } from './shell/printed-status.ts'
import { programName } from './shell/programs.ts'
import { mayBeReported } from './shell/reported.ts'
import { type Section, sectionsOf } from './shell/sections.ts'
import { endedTasks, failedTasks, othersPassed } from './shell/task-ends.ts'
import { taskKinds, taskOfEnvironment } from './shell/task-names.ts'
import type { ToolRun } from './tool-runs.ts'

/** A check that a call ran, or was meant to run. */
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

/** The checks of a turn in order; one call may run several. */
export function checkRuns(runs: readonly ToolRun[]): CheckRun[] {
  return runs.flatMap(run => {
    const script = run.family === 'shell' ? scriptOf(run.input) : null
    if (script === null || !mayBeReported(script)) return []
    const commands = commandsIn(script)
    if (!run.result) return checksWithoutResult(run, commands)
    const end = endOf(run, run.result, runs)
    const checks = checksAmong(commands, end.text)
    if (checks.length > 0 && end.stop !== 'refused') judge(checks, commands, end, script)
    const tests = checks.filter(({ kind }) => kind === 'test')
    const isEmpty = tests.length === 1 && testedNothing(end.text, tests[0]?.counts ?? null)
    for (const test of tests) if (isEmpty && test.verdict !== 'fail') test.verdict = 'not_run'
    return [...checks, ...hooksOf(commands, end.text)].map(({ kind, command, counts, verdict }) => ({
      at: run.at,
      kind,
      command: commandText(command),
      counts,
      verdict: verdict ?? (end.stop === 'refused' ? 'not_run' : 'unknown'),
      lines: end.lines,
      resultLine: end.resultLine,
    }))
  })
}

/** The checks of a call whose result is not recorded: that they were called for is all that is known. */
function checksWithoutResult({ at, lines }: ToolRun, commands: readonly ShellCommand[]): CheckRun[] {
  return checksAmong(commands, '').map(({ kind, command }) => ({
    ...{ at, kind, command: commandText(command), counts: null, verdict: 'unknown' },
    ...{ lines, resultLine: lines[0] ?? 0 },
  }))
}

function judge(checks: readonly Check[], commands: readonly ShellCommand[], end: RunEnd, script: string): void {
  const { text, exit, stop } = end
  readStarts(checks, commands, end)
  const isCutShort = stop !== null || isUnstartable(exit)
  for (const section of sectionsOf(commands, text)) {
    const own = checks.filter(({ at }) => at >= section.from && at < section.to)
    readOutput(own, commands, end, section)
    readByOptions(own, commands.slice(section.from, section.to), section.text)
    if (!isCutShort && !end.isOpen) readSilence(own, commands, end, section, script)
  }
  followChain(checks, commands, text)
  if (isCutShort) readStop(checks, commands, end)
  else readStatus(checks, commands, exit)
}

/** A check among the commands of a script, while its verdict is looked for. */
interface Check {
  kind: CheckKind
  /** It may run checks of several kinds; this is the one its output speaks of, a failed one before others. */
  isGate: boolean
  /** A task runner was asked for other tasks too. */
  isAmong: boolean
  /** Its place among the commands. */
  at: number
  command: ShellCommand
  counts: Counts | null
  verdict: CheckVerdict | null
}

function checksAmong(commands: readonly ShellCommand[], text: string): Check[] {
  const shown = lazy(() => ({ kind: kindShown(text) }))
  return commands.flatMap((command, at) =>
    kindsOf(valuesOf(command)).flatMap((named, place, all) => {
      const isGate = named === 'any'
      const kind = isGate ? shown().kind : named
      const isKnown = isGate && all.slice(0, place).some(each => each === kind)
      const isAmong = all.length > 1
      return kind && !isKnown ? [{ kind, isGate, isAmong, at, command, counts: null, verdict: null }] : []
    }),
  )
}

const runsHooks = /^git (?:\S{1,200} ){0,4}?(?:commit|push)\b/
const hookEnd = /^\.{3,80}(?:\([^()]{1,60}\))?(Passed|Failed)$/

/** The checks that a commit or a push set off, as pre-commit lists them: `Typecheck......Passed`. */
function hooksOf(commands: readonly ShellCommand[], text: string): Check[] {
  const at = commands.findIndex(command => runsHooks.test(valuesOf(command).join(' ')))
  const command = commands[at]
  if (!command) return []
  const verdicts = new Map<CheckKind, CheckVerdict>()
  for (const line of text.split('\n')) {
    const dots = line.indexOf('.')
    const ended = dots < 1 || dots > 60 ? undefined : hookEnd.exec(line.slice(dots, dots + 160))?.[1]
    if (ended === undefined) continue
    const [kind] = taskKinds([{ name: line.slice(0, dots).trim().replaceAll(' ', '-'), certain: true }])
    if (kind && kind !== 'any' && verdicts.get(kind) !== 'fail')
      verdicts.set(kind, ended === 'Passed' ? 'pass' : 'fail')
  }
  return [...verdicts].map(([kind, verdict]) => ({
    kind,
    isGate: false,
    isAmong: true,
    at,
    command,
    counts: null,
    verdict,
  }))
}

/** The kind of a task that may run checks of any kind, by what its output speaks of. */
function kindShown(text: string): CheckKind | null {
  if (text === '') return null
  const named = taskKinds(failedTasks(text).map(name => ({ name, certain: true }))).find(each => each !== 'any')
  if (named) return named
  const kinds: CheckKind[] = ['test', 'lint', 'typecheck', 'build']
  const shown = kinds.flatMap(kind => {
    const counts = countsIn(text, subjects[kind])
    return counts ? [{ kind, counts }] : []
  })
  const kind = (shown.find(({ counts }) => counts.failed > 0) ?? shown[0])?.kind
  // What counts passes counts tests.
  return kind ?? ((summaryIn(text)?.passed ?? 0) > 0 ? 'test' : null)
}

/** Whose counts are whose, when several checks wrote into one output. */
const subjects: { [kind in CheckKind]: Subject[] } = {
  typecheck: ['types'],
  lint: ['lint'],
  test: ['tests'],
  build: ['build', 'types'],
}

/** What the output itself says of each check, each read in its own section. */
function readOutput(
  checks: readonly Check[],
  commands: readonly ShellCommand[],
  { text: whole, stop, exit }: RunEnd,
  { from, to, text }: Section,
): void {
  const alone = onlyCheck(checks, commands.slice(from, to)) !== null
  for (const check of checks.filter(({ verdict }) => verdict === null)) {
    const alike = checks.filter(({ kind }) => kind === check.kind)
    const known = countsIn(text, alone && !check.isGate ? undefined : subjects[check.kind])
    // Its own status, where it is known, is more certain than words that another program may have printed.
    const isHidden = check.command.masked || exit === null
    const isLine = check.isGate ? check.kind === 'test' : isHidden && alone && check.kind !== 'build'
    const told = known ?? (isLine && tellsEnd(check.command, text) ? endCounts(text, check.kind) : null)
    const counts = alike.length === 1 ? told : ownCounts(check, alike, known, text)
    const status = statusPrinted(commands, check.at, whole) ?? statusKept(commands, check.at, whole, exit)
    if (status !== null) check.verdict = status === 0 ? 'pass' : 'fail'
    else if (taskFailed(text, check, alone, alike.length)) check.verdict = 'fail'
    else if (taskNamed(endedTasks(text), check) || (check.isAmong && othersPassed(text))) check.verdict = 'pass'
    else if (counts && !isOfAnother(counts, check, text, alone)) {
      if (counts.failed > 0) check.verdict = 'fail'
      else if (isWhole(check.command, counts, text, stop)) check.verdict = 'pass'
    } else if (hasMatch(text, runnerSuccess) && checks.every(({ at }) => at === check.at)) check.verdict = 'pass'
    if (alike.length === 1) check.counts = counts
  }
}

/** What the words of a check's own program count, where others of its kind are not the same program; or the summary in its place. */
function ownCounts(check: Check, alike: readonly Check[], all: Counts | null, text: string): Counts | null {
  const read = ownReader(valuesOf(check.command))
  const isOnly = alike.filter(each => ownReader(valuesOf(each.command)) === read).length === 1
  if (read && isOnly) return read(text)
  return all?.parts?.length === alike.length ? (all.parts[alike.indexOf(check)] ?? null) : null
}

/** The counts in the last lines, for a tool that no table knows. */
function endCounts(text: string, kind: CheckKind): Counts | null {
  return summaryIn(text) ?? (kind !== 'test' && findsNothing(text) ? nothingFailed : null)
}

/** A build that failed, in which the runner names tasks of other kinds only as the ones that did. */
function isOfAnother({ passed, failed }: Counts, { kind }: Check, text: string, isAlone: boolean): boolean {
  if (failed === 0 || passed !== null || kind === 'build' || countsIn(text, [...subjects[kind], 'tests'])) return false
  const kinds = failedTasks(text).map(name => taskKinds([{ name, certain: true }])[0] ?? 'any')
  // Where nothing else was asked for, what failed to build was to be checked.
  return kinds.length > 0 && kinds.every(each => each !== 'any' && each !== kind && !(isAlone && each === 'build'))
}

/** Whether the last lines that can be seen are the last that were written. */
function tellsEnd(command: ShellCommand, text: string): boolean {
  const passage = passageOf(command)
  if (passage.through === 'head') return lineCount(text) < passage.lines
  return passage.through === 'all' || passage.through === 'tail'
}

/** Whether what can be seen of the output is enough to say that nothing failed. */
function isWhole(command: ShellCommand, { partial }: Counts, text: string, stop: RunEnd['stop']): boolean {
  if (!partial) return true
  if (stop !== null) return false
  const passage = passageOf(command)
  switch (passage.through) {
    case 'all':
    case 'tail':
      return !text.includes('<persisted-output>')
    case 'head':
      return lineCount(text) < passage.lines
    case 'grep':
      return showsFailures.test(passage.pattern) && lineCount(text) < passage.most
    case 'without':
    case 'other':
      return false
  }
}

/** A search whose hits would name a failure; cargo says both in the line of its result. */
const showsFailures = /fail|test result/i

const showsSuccess = /pass|succe|test result|\bok\b|tests?:|examples|failures/i

/** The words by which task runners say that all they ran went well. */
const runnerSuccess =
  /^ *Tasks: {1,9}(\d{1,6}) successful, \1 total$|^ *(?:NX|Lerna \(powered by Nx\)) {1,9}Successfully ran targets? |^ *└> SUCCESS$|^ *congratulations :\)/m

/** Compilers print only what is wrong; a search for failures that finds none prints nothing. */
function readSilence(
  checks: readonly Check[],
  commands: readonly ShellCommand[],
  { text: whole }: RunEnd,
  { text }: Section,
  script: string,
): void {
  for (const check of checks) {
    // Alone, its exit status says more.
    const isAlone = commands.length === 1 && !check.command.masked
    const own = writtenOf(check.command, script)
    // What goes to the other stream may be written below the last section.
    const isApart = text !== whole && !/2>&1|&>/.test(own) && trouble.test(whole)
    const isOpen = !isAlone && check.verdict === null && !/>{1,2} ?\/dev\/null/.test(own) && !isApart
    const printed = check.command.joiner === '||' ? textEchoed(commands[placeBehind(commands, check.at)]) : null
    // `… | grep error || echo "none"`: what is echoed where the search finds nothing.
    const shown = printed !== null && printed === text.trim() ? '' : text
    if (isOpen && isSilent(check, shown)) check.verdict = 'pass'
  }
}

/** The command as the script has it, with where its output goes: what is sent away may be the message that there is nothing to start. */
function writtenOf({ words }: ShellCommand, script: string): string {
  const begun = words
    .slice(0, 2)
    .map(({ raw }) => raw)
    .join(' ')
  return script.slice(Math.max(0, script.indexOf(begun))).split(/&&|\|\|?|;|\n/, 1)[0] ?? ''
}

function isSilent({ command, kind }: Check, text: string): boolean {
  const passage = passageOf(command)
  const isBlank = /^(?:Exit code 1)?\s*(?:\(?(?:no output|Bash completed with no output)\)?)?$/i.test(text.trim())
  const [program = '', ...args] = valuesOf(command)
  const name = programName(program)
  if (passage.through === 'grep') {
    const namesErrors = kind !== 'test' && saysError.has(name) && looksForErrors(passage.pattern)
    // Where the words of a good end are looked for too, there was none.
    const tellsBoth = showsSuccess.test(passage.pattern)
    return isBlank && !tellsBoth && (showsFailures.test(passage.pattern) || namesErrors)
  }
  if (passage.through === 'without') return isBlank && kind === 'test' && leavesFailures(passage.pattern)
  if (passage.through === 'other' || (passage.through === 'head' && lineCount(text) >= passage.lines)) return false
  if (isBlank && quietPrograms.get(name)?.test(args.join(' '))) return true
  if (!isBlank && isOnlyEcho(text)) return true
  return silentPrograms.get(name)?.test(args[0] ?? '') === true && (isBlank || !trouble.test(text))
}

/** Compilers that say "error" in every line, or in the last one, of what they do not accept. */
const saysError = new Set(
  'tsc vue-tsc svelte-check cargo rustc dotnet msbuild swift swiftc xcodebuild gcc g++ cc c++ clang clang++ javac mypy pyright eslint mix'.split(
    ' ',
  ),
)

/** `grep -E "^(warning|error)"`, `grep "error TS"`; not a search for one error among others. */
function looksForErrors(pattern: string): boolean {
  return pattern.split('|').some(each => /^[\^("'\s]*error:?(?: ?TS)?[)"'\s]*$/i.test(each))
}

/** `grep -v "^ok\\|no test files"` takes away what went well and leaves what did not; `grep -v ok` also takes “FAIL tokens”. */
function leavesFailures(pattern: string): boolean {
  return pattern.split(/\\?\|/).every(each => /^\(?\^|\S \S/.test(each)) && !/fail|err/i.test(pattern)
}

/** `> tsc --noEmit`, and nothing below: a package manager repeats the command of its script, which found nothing. */
function isOnlyEcho(text: string): boolean {
  const lines = text.split('\n').filter(line => line.trim() !== '' && !/^(?:✨ {1,2})?Done in [\d.]+m?s\.?$/.test(line))
  const script = /^[>$] (.{1,300})$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
  const [program = '', ...args] = script.split(' ')
  const isQuiet = [silentPrograms, quietPrograms].some(each => each.get(programName(program))?.test(args.join(' ')))
  return isQuiet && !/[|&;]/.test(script) && lines.every(line => /^[>$] /.test(line))
}

const silentPrograms: ReadonlyMap<string, RegExp> = new Map([
  ['go', /^(?:build|vet|install)$/],
  ['tsc', /^/],
  ['vue-tsc', /^/],
  ...'javac gcc g++ cc c++ clang clang++ rustc swiftc'.split(' ').map(name => [name, /^/] as const),
])

/** These print something else besides findings too, so that only an empty output says that there are none. */
const quietPrograms: ReadonlyMap<string, RegExp> = new Map([
  ...'eslint stylelint flake8 shellcheck hadolint yamllint actionlint markdownlint staticcheck clang-tidy ktlint tflint isort phpcs standardrb pyflakes pycodestyle'
    .split(' ')
    .map(name => [name, /^/] as const),
  ...'gofmt gofumpt goimports'.split(' ').map(name => [name, /(?:^| )-[ld]/] as const),
  ['cargo', /^fmt\b/],
  ['rustfmt', /--check/],
  ['mix', /^format\b/],
  ['terraform', /^fmt\b/],
  ['clang-format', /--dry-run/],
  ['zig', /^fmt --check/],
  ['buf', /^lint\b/],
  ['dotnet', /^format\b/],
  ['dune', /^(?:build|test|runtest)\b/],
  ['nest', /^build\b/],
  ...['mvn', 'mvnw', 'gradle', 'gradlew'].map(name => [name, /(?:^| )(?:-q|--quiet)(?= |$)/] as const),
])

const trouble =
  /^# \S|:\d{1,9}:\d{1,9}:|\b(?:error|fatal|panic|failed|failure|cannot|undefined)\b|\bnot found\b|\bno such\b/im

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length
}

/** The same without the name of the task, so that it can only be meant where a single one was run. */
const runnerFailure =
  /^npm (?:error|ERR!) code ELIFECYCLE|^ ?ELIFECYCLE\b|^error Command failed with exit code \d|^npm ERR! Test failed\.|^error: script "[\w:.-]+" exited with code \d|^ *evaluation failed :\(|^ *└> FAILED$|\bERROR {1,4}run failed: command {1,4}exited\b|\bERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\b {1,4}Command failed with exit code \d|^Coverage failure: total of /m

/** Of several checks of a kind it must be known that all of them failed. */
function taskFailed(text: string, check: Check, isAlone: boolean, alike: number): boolean {
  if (isAlone && hasMatch(text, runnerFailure)) return true
  const failed = failedTasks(text).filter(name => taskNamed([name], check))
  return failed.length >= alike
}

/** Whether one of these tasks is the check. */
function taskNamed(names: readonly string[], { command, kind }: Check): boolean {
  return names.some(name => {
    const [named = 'any'] = taskKinds([{ name: taskOfEnvironment(name), certain: true }])
    return named === 'any' ? valuesOf(command).some(value => value.split(',').includes(name)) : named === kind
  })
}

/** In `a && b`, that b ran shows that a passed; and where a failed, b did not run. */
function followChain(checks: readonly Check[], commands: readonly ShellCommand[], text: string): void {
  for (const check of checks) {
    const { piped, joiner } = check.command
    const hasLaterRun = checks.some(({ at, verdict }) => at > check.at && verdict !== null && verdict !== 'not_run')
    if (check.verdict === null && hasLaterRun && joiner === '&&' && !piped) check.verdict = 'pass'
  }
  const failed = failedTasks(text)
  commands.forEach((command, at) => {
    const own = checks.filter(check => check.at === at)
    const hasFailed =
      own.length > 0
        ? own.some(({ verdict }) => verdict === 'fail' || verdict === 'not_run')
        : failed.some(name => valuesOf(command).includes(name))
    if (!hasFailed || command.piped) return
    for (const check of checks) {
      const between = commands.slice(at, check.at)
      const isBehind = check.at > at && between.every(each => each.joiner === '&&' || each.piped)
      if (isBehind && check.verdict === null) check.verdict = 'not_run'
    }
  })
}

/** Commands that do not fail, or whose failure ends no script that goes on to check. */
const harmless = new Set(
  'cd exit export echo printf set source . true pwd sleep date pushd popd unset local tail head tee cat sort uniq ls clear time wait'.split(
    ' ',
  ),
)

function isHarmless(command: ShellCommand): boolean {
  return storedStatus(command) !== null || harmless.has(programName(valuesOf(command)[0] ?? ''))
}

/** The check of a script that runs no other and nothing else that could have written the output. */
function onlyCheck(checks: readonly Check[], commands: readonly ShellCommand[]): Check | null {
  const [check] = checks
  if (!check || checks.length > 1) return null
  const filters = new Set(check.command.filters.map(words => commandText({ words })))
  const isPart = (each: ShellCommand) => each === check.command || isHarmless(each) || filters.has(commandText(each))
  return commands.every(isPart) ? check : null
}

/** The program that a shell or a runner of Python's could not find. */
const notFound =
  /^(?:\S{0,40}(?:sh|bash|zsh): (?:line \d{1,6}: )?(?:command not found: ([\w./-]{1,80})|([\w./-]{1,80}): (?:command )?not found)|error: Failed to spawn: `([\w./-]{1,80})`)$/gm

/** The status of a shell that found no program, or none that it may run. */
function isUnstartable(exit: number | null): boolean {
  return exit === 126 || exit === 127
}

/** A check that its shell or runner could not start. */
function readStarts(checks: readonly Check[], commands: readonly ShellCommand[], { text, exit }: RunEnd): void {
  const missing = new Set(
    [...text.matchAll(notFound)].map(([, ...names]) => programName(names.find(name => name !== undefined) ?? '')),
  )
  for (const check of checks) {
    const alike = checks.filter(({ kind }) => kind === check.kind)
    const isMissing = missing.has(programName(valuesOf(check.command)[0] ?? ''))
    if (isMissing && alike.length === 1 && !check.isGate) check.verdict = 'not_run'
  }
  const check = onlyCheck(checks, commands)
  if (!check) return
  const isEmpty = check.kind === 'test' && /\[no tests to run\]$/m.test(text)
  const isStopped = isEmpty || saysNotStarted(text)
  if (!isStopped) return
  const counts = countsIn(text, subjects[check.kind])
  // What a runner counts then is that it could not start the program.
  if (!counts || (isUnstartable(exit) && counts.passed === null)) check.verdict = 'not_run'
}

/** What was cut short before it could say anything did not run, if nothing else can have been the one that was. */
function readStop(checks: readonly Check[], commands: readonly ShellCommand[], { stop }: RunEnd): void {
  for (const check of checks) {
    const behind = commands.slice(placeBehind(commands, check.at))
    // A status of 126 or 127 is that of the last part of a pipe.
    const canBeIt = stop !== null || !check.command.masked
    if (check.verdict === null && canBeIt && behind.every(isHarmless)) check.verdict = 'not_run'
  }
}

/** Where the options decide whether what a tool lists makes it fail. */
function readByOptions(checks: readonly Check[], commands: readonly ShellCommand[], text: string): void {
  const check = onlyCheck(checks, commands)
  if (!check || check.verdict !== null) return
  const [program = '', ...args] = valuesOf(check.command)
  const name = programName(program)
  const listsGo = /^(?:gofmt|gofumpt|goimports)$/.test(name) && args.some(arg => /^-[ld]/.test(arg))
  if (listsGo && /^[^\s:]+\.go$|^diff /m.test(text)) check.verdict = 'fail'
  if (/^(?:dart|flutter)$/.test(name) && args[0] === 'analyze') check.verdict = analyzedWith(name, args, text)
  if (failsForAny.has(name) && /^ {0,4}[^\s:]{1,400}:\d{1,9}(?::\d{1,9})?:? \S/m.test(text)) check.verdict = 'fail'
  const changed = name === 'dart' ? /^Formatted \d{1,9} files? \((\d{1,9}) changed\)/m.exec(text) : null
  if (changed) check.verdict = changed[1] === '0' ? 'pass' : 'fail'
}

/** Linters that list places and end with an error for every one of them. */
const failsForAny = new Set(
  'actionlint shellcheck hadolint staticcheck flake8 pyflakes pycodestyle errcheck standardrb'.split(' '),
)

/** Errors fail an analysis, warnings and remarks where they are said to be fatal. */
function analyzedWith(program: string, args: readonly string[], text: string): CheckVerdict | null {
  const found = Number(/^(\d{1,9}) issues? found\./m.exec(text)?.[1] ?? 0)
  if (found === 0) return null
  const listed = [...text.matchAll(/^ *(error|warning|info) [•-] /gm)].map(([, severity]) => severity)
  const fatalWarnings = !args.includes('--no-fatal-warnings')
  const fatalInfos = program === 'flutter' ? !args.includes('--no-fatal-infos') : args.includes('--fatal-infos')
  const isFatal = (severity: string | undefined) =>
    severity === 'error' || (severity === 'warning' ? fatalWarnings : fatalInfos)
  if (fatalInfos || listed.some(isFatal)) return 'fail'
  return listed.length === found ? 'pass' : null
}

/** What the exit status of the whole script says of the checks whose own status shows in it. */
function readStatus(checks: readonly Check[], commands: readonly ShellCommand[], exit: number | null): void {
  const visible = checks.filter(({ command, verdict }) => !command.masked && verdict !== 'not_run')
  if (exit === null) return
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
