import { formatInstant } from '../../kernel/instants.ts'
import type { Comment, Issue } from './schema.ts'

const frozenMs = 30 * 60_000
const maxInARow = 2
const maxWithoutPerson = 10

/** Whether agents have to leave the issue alone for now. */
export function isFrozen({ status, frozenUntil }: Issue, now: number): boolean {
  return status === 'frozen' && (frozenUntil === undefined || Date.parse(frozenUntil) > now)
}

/** The issue as of now: an expired freeze is over, even if that is not stored yet. */
export function thaw(issue: Issue, now: number): Issue {
  if (issue.status !== 'frozen' || isFrozen(issue, now)) return issue
  const { frozenUntil: _, frozenFrom, ...rest } = issue
  return { ...rest, status: frozenFrom ?? 'open' }
}

/** The issue after an agent's comment: frozen when agents keep talking among themselves. */
export function freezeIfAgentsOnly(issue: Issue, isAgent: (author: string) => boolean, now: number): Issue {
  const people = issue.comments.filter(({ author }) => !isOfEngine(author))
  if (inARow(people, isAgent) <= maxInARow && sincePerson(people, isAgent) < maxWithoutPerson) return issue
  const { status } = issue
  const frozenFrom = status === 'frozen' ? (issue.frozenFrom ?? 'open') : status
  return { ...issue, status: 'frozen', frozenUntil: formatInstant(now + frozenMs), frozenFrom }
}

/** Comments by the engine do not count. */
function isOfEngine(author: string): boolean {
  return author === 'system' || author === 'conference'
}

/** How many of the last comments are by the same agent. */
function inARow(comments: readonly Comment[], isAgent: (author: string) => boolean): number {
  const last = comments.at(-1)?.author
  if (last === undefined || !isAgent(last)) return 0
  const other = comments.findLastIndex(({ author }) => author !== last)
  return comments.length - 1 - other
}

function sincePerson(comments: readonly Comment[], isAgent: (author: string) => boolean): number {
  return comments.length - 1 - comments.findLastIndex(({ author }) => !isAgent(author))
}
