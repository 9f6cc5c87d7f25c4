import { pathOf } from '../../transcripts/tool-input.ts'
import type { CheckRun } from '../extract/check-runs.ts'
import { commandsIn, commandText, type ShellCommand, scriptOf, valuesOf } from '../extract/shell/commands.ts'
import { foldersOf } from '../extract/shell/folders.ts'
import { programName } from '../extract/shell/programs.ts'
import { success, type ToolRun } from '../extract/tool-runs.ts'

/** What would have to pass for an error to be gone: the checks that failed, the same commands, or the same call of another tool. */
type Target =
  | { kind: 'checks'; checks: PlacedCheck[] }
  | { kind: 'script'; key: string }
  | { kind: 'tool'; key: string; lines: Set<string> }
  | null

export function targetOf(run: ToolRun, checks: readonly CheckRun[]): Target {
  if (run.family !== 'shell') return { kind: 'tool', key: toolKey(run), lines: new Set(linesIn(run)) }
  const failed = checksOf(run, checks).filter(({ verdict }) => verdict === 'fail')
  if (failed.length > 0) return { kind: 'checks', checks: failed }
  const key = scriptKey(run)
  return key === null ? null : { kind: 'script', key }
}

/** Whether a run is one of the same, and whether it passed. */
export function meetingOf(target: Target, run: ToolRun, checks: readonly CheckRun[]): 'passed' | 'ran' | null {
  if (target?.kind === 'checks') {
    const own = checksOf(run, checks).filter(later => target.checks.some(failed => covers(later, failed)))
    if (own.length === 0) return null
    const isWhole = target.checks.every(failed => own.some(later => covers(later, failed)))
    return isWhole && own.every(({ verdict }) => verdict === 'pass') ? 'passed' : 'ran'
  }
  const key = target?.kind === 'tool' ? toolKey(run) : run.family === 'shell' ? scriptKey(run) : null
  if (!target || key !== target.key) return null
  if (target.kind === 'tool' && target.lines.size > 0 && !linesIn(run).some(line => target.lines.has(line))) return null
  const result = success(run)
  return result && (result.exit ?? 0) === 0 ? 'passed' : 'ran'
}

function toolKey({ name, input }: ToolRun): string {
  return `${name} ${pathOf(input) ?? JSON.stringify(input)}`
}

/** The lines of text that a call on a file was given: an edit of other lines of that file is another edit. */
function linesIn({ input }: ToolRun): string[] {
  const path = pathOf(input)
  if (path === null) return []
  const texts = textsIn(input).filter(text => text !== path)
  return texts.flatMap(text => text.split('\n').map(line => line.trim())).filter(line => line.length >= leastLine)
}

/** Brackets and blank lines are in every edit. */
const leastLine = 4

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

interface PlacedCheck extends CheckRun {
  folder: string | null
  /** Without options that change only what is printed. */
  words: readonly string[]
}

function checksOf(run: ToolRun, checks: readonly CheckRun[]): PlacedCheck[] {
  const own = checks.filter(({ at }) => at === run.at)
  if (own.length === 0) return []
  const commands = commandsWithFolders(run)
  return own.flatMap(check => {
    const place = commands.find(({ command }) => commandText(command) === check.command)
    return place ? [{ ...check, folder: place.folder, words: plainWords(place.command) }] : []
  })
}

/** Whether a later check looks at all that an earlier one looked at: it is the same, or the same without a choice of tests or files. */
function covers(later: PlacedCheck, earlier: PlacedCheck): boolean {
  if (later.kind !== earlier.kind || later.folder !== earlier.folder) return false
  if (later.words.join(' ') === earlier.words.join(' ')) return true
  const [wide, narrow] = [choiceOf(later.words), choiceOf(earlier.words)]
  if (wide.isNarrowed || wide.rest.join(' ') !== narrow.rest.join(' ')) return false
  // Without files, go looks at one folder only.
  const isAll = wide.files.length === 0 ? wide.rest[0] !== 'go' : wide.files.includes('./...')
  return isAll || (narrow.files.length > 0 && narrow.files.every(file => wide.files.includes(file)))
}

/** The tests and files that a check was told to look at, and the rest of its words. */
function choiceOf(words: readonly string[]) {
  const files: string[] = []
  const rest: string[] = []
  let isNarrowed = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (choosing.has(word)) {
      isNarrowed = true
      at++
    } else if (choosing.has(word.split('=', 1)[0] ?? '')) isNarrowed = true
    else if (at > 0 && !word.startsWith('-') && /[/.]/.test(word)) files.push(word)
    else if (word !== '--') rest.push(word)
  }
  return { files, rest, isNarrowed }
}

const choosing = new Set('-run --run -t -k -g --grep --filter --testNamePattern --test-name-pattern'.split(' '))

/** The commands whose failure fails the run, as one text; null where its exit status hides the failure of one. */
function scriptKey(run: ToolRun): string | null {
  const commands = commandsWithFolders(run).filter(
    ({ command }) => !passivePrograms.has(programName(valuesOf(command)[0] ?? '')),
  )
  if (commands.length === 0 || commands.some(({ command }) => command.masked)) return null
  return commands.map(({ command, folder }) => [folder ?? '', ...plainWords(command)].join(' ')).join('\n')
}

function commandsWithFolders({ input, cwd }: ToolRun): { command: ShellCommand; folder: string | null }[] {
  const script = scriptOf(input)
  const commands = script === null ? [] : commandsIn(script)
  const folders = foldersOf(commands, cwd)
  return commands.map((command, place) => ({ command, folder: folders[place] ?? null }))
}

function plainWords(command: ShellCommand): string[] {
  return valuesOf(command).filter(word => !printing.test(word))
}

const printing = /^(?:-v|-vv|-q|-s|--verbose|--quiet|--silent|-count=1|--no-color|--color|--color=\w+)$/

/** What changes nothing and fails nothing. */
export const passivePrograms = new Set('cd pushd popd echo printf export set true sleep date pwd'.split(' '))
