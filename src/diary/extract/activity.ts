import type { FileEdit, TurnEvent } from '../../transcripts/event.ts'
import { fileEdits } from '../../transcripts/file-edits.ts'
import type { DeedKind, OutcomeCategory } from '../schema.ts'
import { type CheckRun, checkRuns } from './check-runs.ts'
import { artifactCategory, placeOf } from './project-path.ts'
import { commandsIn, scriptOf, valuesOf } from './shell/commands.ts'
import { operands, programName } from './shell/programs.ts'
import { success, type ToolRun, toolRuns } from './tool-runs.ts'

/** What the events of a turn show by themselves. */
export interface Activity {
  runs: ToolRun[]
  texts: Reply[]
  edits: Edit[]
  checks: CheckRun[]
  commits: Commit[]
  /** One per number. */
  pullRequests: PullRequest[]
  deeds: Deed[]
  /** The heading of the plan that was accepted. */
  plan: string | null
  waitsForAnswer: boolean
}

/** Something the turn did that others see, and that its output shows to have happened. */
export interface Deed {
  kind: DeedKind
  summary: string
  number: number | null
  title: string | null
  lines: number[]
}

/** A message of the agent to the user. */
export interface Reply {
  at: number
  line: number
  text: string
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

interface Commit {
  hash: string
  subject: string
  /** It replaces the commit before it. */
  amends: boolean
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
    deeds: [],
    plan: null,
    waitsForAnswer: false,
  }
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
        amends: false,
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
