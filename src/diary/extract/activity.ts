import type { ResultEvent, TurnEvent } from '../../transcripts/event.ts'
import { fileChanges } from '../../transcripts/file-edits.ts'
import { isObject, textAt } from '../../transcripts/record.ts'
import { type CheckRun, checkRuns } from './check-runs.ts'
import { type Commit, commitsOf } from './commits.ts'
import { type Deed, deedsOf } from './deeds.ts'
import { closingReply, openQuestion } from './open-question.ts'
import { artifactCategory, isTemporary, placeOf } from './project-path.ts'
import { type PutBack, putBacksOf, standingEdits, type Undone } from './put-back.ts'
import { type PlacedCommand, placedCommands } from './repository.ts'
import { scriptOf } from './shell/commands.ts'
import { operands, optionOf } from './shell/programs.ts'
import { oneLine } from './text.ts'
import { issueNamedIn, type NamedIssue } from './tool-deeds.ts'
import { success, type ToolRun, toolRuns } from './tool-runs.ts'
import type { Edit, Reply } from './turn-parts.ts'

/** What the events of a turn show by themselves. */
export interface Activity {
  runs: ToolRun[]
  texts: Reply[]
  /** Without those that it undid again. */
  edits: Edit[]
  putBacks: PutBack[]
  undone: Undone | null
  checks: CheckRun[]
  commits: Commit[]
  /** One per number. */
  pullRequests: PullRequest[]
  deeds: Deed[]
  plans: ProposedPlan[]
  /** The heading of the plan that the turn worked by. */
  plan: string | null
  /** The issue that the message names. */
  issue: NamedIssue | null
  /** The message it closes with. */
  closing: Reply | null
  /** What it left to the person to answer. */
  question: string | null
}

interface PullRequest {
  number: number
  title: string | null
  /** Otherwise the turn only dealt with it. */
  isOpened: boolean
  lines: number[]
}

export function activityOf(events: readonly TurnEvent[], root: string | null): Activity {
  const runs = toolRuns(events)
  const texts = events.flatMap((event, at) =>
    event.kind === 'text' ? [{ at, line: event.line, text: event.text }] : [],
  )
  const commands = placedCommands(runs, root)
  const putBacks = putBacksOf(commands, root)
  const plans = proposedPlans(runs)
  const closing = closingReply(texts, events)
  return {
    runs,
    texts,
    ...standingEdits(editsOf(runs, root), putBacks, commands),
    putBacks,
    checks: checkRuns(runs),
    commits: commitsOf(commands),
    pullRequests: byNumber([...pullRequestsOf(commands), ...linkedPullRequests(events)]),
    deeds: deedsOf(commands, runs, root),
    plans,
    plan: planHeading(plans, events),
    issue: issueNamedIn(saidIn(events), commands, runs),
    closing,
    question: openQuestion(events, runs, closing),
  }
}

/** Only edits whose result is in the turn, and no failure, count, and no files that were made to try something. */
function editsOf(runs: readonly ToolRun[], root: string | null): Edit[] {
  return runs.flatMap(run => {
    const result = success(run)
    if (!result) return []
    return fileChanges(run, result).flatMap(({ path, op, lines: changed }) => {
      const { key, shown, full, isInside } = placeOf(path, root)
      if (!isInside && isTemporary(full)) return []
      return [{ at: run.at, key, path: shown, category: artifactCategory(full), op, changed, lines: run.lines }]
    })
  })
}

/** The pull requests whose address the command that opens them printed. */
function pullRequestsOf(calls: readonly PlacedCommand[][]): PullRequest[] {
  return calls.flatMap(commands => {
    const opening = commands.find(({ program, args }) => {
      const [noun, verb] = operands(program, args)
      return verb === 'create' && ((program === 'gh' && noun === 'pr') || (program === 'glab' && noun === 'mr'))
    })
    // A request that is there already is named in the error.
    if (!opening || /\balready exists\b/.test(opening.run.result?.text ?? '')) return []
    const title = optionOf(opening.args, '--title', '-t')
    return ((opening.run.result?.text ?? '').match(/\S+/g) ?? []).flatMap(word => {
      const number = requestNumberIn(word)
      return number === undefined ? [] : [{ number, title, isOpened: true, lines: opening.run.lines }]
    })
  })
}

/** The client logs a line whenever the agent touches a pull request; only the first one after a call that opens a request means that it was opened. */
function linkedPullRequests(events: readonly TurnEvent[]): PullRequest[] {
  const linked = new Set<number>()
  let acted: number[] = []
  let opening: { id: string | null } | null = null
  let isOther = false
  return events.flatMap(event => {
    if (event.kind === 'call' || event.kind === 'text') acted = [event.line]
    if (event.kind === 'call') {
      const script = scriptOf(event.input) ?? ''
      isOther = speaksOfRequest(script)
      if (opensRequest(event.name, script)) opening = { id: event.id }
    }
    if (event.kind === 'result' && opening?.id === event.id && showsRequest(event)) opening = null
    if (event.kind !== 'pr' || !Number.isSafeInteger(event.number) || event.number <= 0) return []
    const { number } = event
    const isOpened = opening !== null && !linked.has(number)
    linked.add(number)
    if (isOpened) opening = null
    return isOpened || !isOther ? [{ number, title: null, isOpened, lines: [...acted, event.line] }] : []
  })
}

/** The address of a request, of one that was opened or was there already, or an error. */
function showsRequest({ text, error }: ResultEvent): boolean {
  return error || requestNumberIn(text) !== undefined
}

/** Whether a script is about a request without opening one. */
function speaksOfRequest(script: string): boolean {
  return script.includes('gh pr ') && !script.includes('gh pr create')
}

function opensRequest(tool: string, script: string): boolean {
  return (
    /(?:gh pr|glab mr) create\b/.test(script) ||
    /(?:create|open)_(?:pull|merge)_request$|(?:create|open)(?:Pull|Merge)Request$/.test(tool)
  )
}

function byNumber(requests: readonly PullRequest[]): PullRequest[] {
  const joined = new Map<number, PullRequest>()
  for (const request of requests) {
    const known = joined.get(request.number)
    // What shows that it was opened is cited, not each time that it was dealt with.
    if (known?.isOpened && !request.isOpened) continue
    const before = known?.isOpened === request.isOpened ? known.lines : []
    joined.set(request.number, {
      ...request,
      title: known?.title ?? request.title,
      lines: [...new Set([...before, ...request.lines])],
    })
  }
  return [...joined.values()]
}

function requestNumberIn(word: string): number | undefined {
  const address = word.search(/https?:\/\/[^/]/)
  const number = address < 0 ? undefined : /\/(?:pull|merge_requests)\/(\d{1,9})\b/.exec(word.slice(address))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** A plan that was put before the person. */
interface ProposedPlan {
  heading: string | null
  run: ToolRun
  answer: 'approved' | 'declined' | null
}

function proposedPlans(runs: readonly ToolRun[]): ProposedPlan[] {
  return runs
    .filter(({ name }) => name === 'ExitPlanMode')
    .map(run => {
      const detail = isObject(run.result?.detail) ? run.result.detail : undefined
      const text = textAt(run.input, 'plan') ?? textAt(detail, 'plan') ?? approvedText(run.result?.text ?? '')
      const answer = success(run) ? 'approved' : run.result ? 'declined' : null
      return { heading: text === undefined ? null : headingOf(text), run, answer }
    })
}

/** The heading of the plan that a turn worked by: approved in it, or handed over to it. */
function planHeading(plans: readonly ProposedPlan[], events: readonly TurnEvent[]): string | null {
  const approved = plans.findLast(({ answer }) => answer === 'approved')
  if (approved) return approved.heading
  const said = saidIn(events)
  const handed = /^\s*Implement the following plan:\s*/.exec(said)
  return handed ? headingOf(said.slice(handed[0].length)) : null
}

/** What the person said first. */
function saidIn(events: readonly TurnEvent[]): string {
  const said = events.find(event => event.kind === 'user')
  return said?.kind === 'user' ? said.text : ''
}

function approvedText(text: string): string | undefined {
  const at = text.search(/^## Approved Plan/m)
  const end = at < 0 ? -1 : text.indexOf('\n', at)
  return end < 0 ? undefined : text.slice(end + 1)
}

/** The first heading of a plan, else its first line. */
function headingOf(plan: string): string | null {
  const lines = plan.slice(0, 4000).split('\n').map(oneLine).filter(Boolean)
  const line = lines.find(each => /^#{1,6} \S/.test(each)) ?? lines[0]
  const words = (line ?? '')
    .replace(/^#{1,6} /, '')
    .replace(/^(?:implementation )?plan\s*[:–—-]\s*/i, '')
    .replaceAll('**', '')
    .trim()
  return words === '' ? null : words
}
