import { familyOf } from '../../transcripts/agents.ts'
import type { CallInput, FileEdit, ResultEvent, ToolFamily, TurnEvent } from '../../transcripts/event.ts'
import { fileEdits } from '../../transcripts/file-edits.ts'
import { isObject } from '../../transcripts/record.ts'
import type { CheckKind, CheckVerdict, OutcomeCategory } from '../schema.ts'
import { artifactCategory, placeOf } from './project-path.ts'
import { commandsIn, commandText, scriptOf, valuesOf } from './shell/commands.ts'
import { type Counts, countsIn, type Subject } from './shell/counts.ts'
import { checkKind, mayBeReported } from './shell/kind.ts'
import { operands, programName } from './shell/programs.ts'

/** What the events of a turn show by themselves. */
export interface Activity {
  runs: ToolRun[]
  texts: Reply[]
  edits: Edit[]
  checks: CheckRun[]
  commits: Commit[]
  /** One per number. */
  pullRequests: PullRequest[]
}

/** A message of the agent to the user. */
export interface Reply {
  at: number
  line: number
  text: string
}

/** A tool call of the turn with what came back inside the turn. */
export interface ToolRun {
  /** Its place among the events of the turn. */
  at: number
  name: string
  family: ToolFamily
  input: CallInput
  /** The last result, if one is in the turn. */
  result: ResultEvent | null
  /** Of the call and its results. */
  lines: number[]
}

/** A change of one file that is known to have been made. */
export interface Edit {
  /** The call's place among the events. */
  at: number
  /** The same for the same file. */
  key: string
  path: string
  category: OutcomeCategory
  op: FileEdit['op']
  added: number
  removed: number
  lines: number[]
}

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

interface Commit {
  hash: string
  subject: string
  lines: number[]
}

interface PullRequest {
  number: number
  lines: number[]
}

export function activityOf(events: readonly TurnEvent[], root: string | null): Activity {
  const runs = toolRuns(events)
  return {
    runs,
    texts: events.flatMap((event, at) => (event.kind === 'text' ? [{ at, line: event.line, text: event.text }] : [])),
    edits: editsOf(runs, root),
    checks: checkRuns(runs),
    commits: commitsOf(runs),
    pullRequests: byNumber([...pullRequestsOf(runs), ...linkedPullRequests(events)]),
  }
}

/** The calls of a turn in order, each with its result: a result belongs to the nearest earlier call of its id. */
export function toolRuns(events: readonly TurnEvent[]): ToolRun[] {
  const runs: ToolRun[] = []
  const open = new Map<string, ToolRun>()
  for (const [at, event] of events.entries()) {
    if (event.kind === 'call') {
      const { line, id, name, input } = event
      const run: ToolRun = { at, name, family: familyOf(name), input, result: null, lines: [line] }
      runs.push(run)
      if (id !== null) open.set(id, run)
    } else if (event.kind === 'result') {
      const run = event.id === null ? undefined : open.get(event.id)
      if (!run) continue
      run.result = event
      run.lines.push(event.line)
    }
  }
  return runs
}

/** The result of a run that did what it was called for. */
export function success({ result }: ToolRun): ResultEvent | null {
  return result && !result.error && !result.interrupted && !result.denied ? result : null
}

/** All lines of some runs. */
export function linesOf(runs: Iterable<{ lines: readonly number[] }>): number[] {
  return [...runs].flatMap(({ lines }) => lines)
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

/** Only edits whose result is in the turn, and no failure, count. */
function editsOf(runs: readonly ToolRun[], root: string | null): Edit[] {
  return runs.flatMap(run => {
    const result = success(run)
    if (!result) return []
    return fileEdits(run, result).map(({ path, op, added, removed }) => {
      const { key, shown, full } = placeOf(path, root)
      return { at: run.at, key, path: shown, category: artifactCategory(full), op, added, removed, lines: run.lines }
    })
  })
}

/** The commits whose making the output of `git commit` shows. */
function commitsOf(runs: readonly ToolRun[]): Commit[] {
  return runs.flatMap(run => {
    const text = outputOf(run, 'git', ['commit'])
    return [...text.matchAll(/^\[[^\]\n\r\u2028\u2029]* ([0-9a-f]{7,64})\] (\S.*)$/gm)].map(
      ([, hash = '', subject = '']) => ({
        hash: hash.slice(0, 10),
        subject: subject.trim(),
        lines: run.lines,
      }),
    )
  })
}

/** The pull requests whose address the command that opens them printed. */
function pullRequestsOf(runs: readonly ToolRun[]): PullRequest[] {
  return runs.flatMap(run => {
    const printed = `${outputOf(run, 'gh', ['pr', 'create'])}\n${outputOf(run, 'glab', ['mr', 'create'])}`
    return (printed.match(/\S+/g) ?? []).flatMap(word => {
      const number = requestNumberIn(word)
      return number === undefined ? [] : [{ number, lines: run.lines }]
    })
  })
}

/** The client notes a request on a line of its own, after what the agent did to open it. */
function linkedPullRequests(events: readonly TurnEvent[]): PullRequest[] {
  let acted: number[] = []
  return events.flatMap(event => {
    if (event.kind === 'call' || event.kind === 'text') acted = [event.line]
    return event.kind === 'pr' && Number.isSafeInteger(event.number) && event.number > 0
      ? [{ number: event.number, lines: [...acted, event.line] }]
      : []
  })
}

function byNumber(requests: readonly PullRequest[]): PullRequest[] {
  const joined = new Map<number, PullRequest>()
  for (const { number, lines } of requests) {
    const known = joined.get(number)
    if (known) known.lines = [...new Set([...known.lines, ...lines])]
    else joined.set(number, { number, lines })
  }
  return [...joined.values()]
}

function requestNumberIn(word: string): number | undefined {
  const address = word.search(/https?:\/\/[^/]/)
  const number = address < 0 ? undefined : /\/(?:pull|merge_requests)\/(\d{1,9})\b/.exec(word.slice(address))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** What a call printed that runs such a command, or nothing. */
function outputOf(run: ToolRun, program: string, subcommands: readonly string[]): string {
  const script = run.family === 'shell' ? scriptOf(run.input) : null
  if (script === null || !run.result || run.result.denied || !script.includes(program)) return ''
  const isRun = commandsIn(script).some(command => {
    const [first = '', ...args] = valuesOf(command)
    const words = operands(program, args)
    return programName(first) === program && subcommands.every((subcommand, i) => words[i] === subcommand)
  })
  return isRun ? run.result.text : ''
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
