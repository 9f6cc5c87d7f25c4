import type { TurnEvent } from '../../transcripts/event.ts'
import { type CheckRun, checkRuns } from './check-runs.ts'
import { type Commit, commitsOf, type PullRequest, pullRequestsOf } from './commits.ts'
import { type Edit, editsOf } from './edits.ts'
import { type ToolRun, toolRuns } from './tool-runs.ts'

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
