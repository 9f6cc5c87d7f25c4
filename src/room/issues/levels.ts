import { formatInstant } from '../../kernel/instants.ts'
import { cutTo } from '../../kernel/text.ts'
import type { Comment, Issue } from './schema.ts'

type IssueText = Pick<Issue, 'title' | 'body' | 'tags' | 'comments'>

/** Shorter versions of an issue, made from its own words; its full text stays stored. */
export function levelsOf(issue: IssueText): Pick<Issue, 'semanticTrace' | 'resolutionSummary' | 'compressedSummary'> {
  const { title, body, tags, comments } = issue
  const [first, last] = [comments[0], comments.at(-1)]
  const labels = tags.length > 0 ? ` [${tags.join(', ')}]` : ''
  return {
    semanticTrace: cutTo(joinParts(title, firstSentence(body)), 220),
    resolutionSummary: `${cutTo(oneLine(last?.body ?? body), Math.max(0, 240 - Buffer.byteLength(labels)))}${labels}`,
    compressedSummary: cutTo(joinParts(title, oneLine(body).slice(0, 240), ...distinct(first?.body, last?.body)), 600),
  }
}

function joinParts(...parts: string[]): string {
  return parts.map(oneLine).filter(Boolean).join(' — ')
}

function distinct(...bodies: (string | undefined)[]): string[] {
  return [...new Set(bodies.filter(body => body !== undefined))]
}

function firstSentence(text: string): string {
  return /^.*?[.!?…](?=\s|$)/.exec(oneLine(text))?.[0] ?? oneLine(text)
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const day = 86_400_000
/** Days without access after which a closed issue is shortened: from level 5 to 4, and so on down to 1. */
const daysPerLevel = [30, 30, 60, 90]

/** Lowers the level of a closed issue that is not used; the same object when nothing changed. Only prompts and lists show less. */
export function lowerLevelIfIdle(issue: Issue, now: number): Issue {
  if (issue.status !== 'closed' || issue.deletedAt !== undefined) return issue
  const idleDays = (now - Math.max(Date.parse(issue.lastAccessedAt), Date.parse(issue.updatedAt))) / day
  const memoryLevel = Math.min(issue.memoryLevel, levelAfter(idleDays))
  return memoryLevel === issue.memoryLevel ? issue : { ...issue, memoryLevel }
}

/** What a listing shows of an issue: less of one that was closed long ago. */
export function summaryInListings({ memoryLevel, semanticTrace, resolutionSummary, compressedSummary }: Issue): string {
  return memoryLevel >= 3 ? compressedSummary : memoryLevel === 2 ? resolutionSummary : semanticTrace
}

function levelAfter(idleDays: number): number {
  let [level, needed] = [5, 0]
  for (const days of daysPerLevel) {
    needed += days
    if (idleDays >= needed) level--
  }
  return level
}

const frozenMs = 30 * 60_000
const maxInARow = 2
const maxWithoutPerson = 10

/** Whether agents may not comment on the issue for now. */
export function isFrozen({ status, frozenUntil }: Issue, now: number): boolean {
  return status === 'frozen' && (frozenUntil === undefined || Date.parse(frozenUntil) > now)
}

/** The issue as of now: an expired freeze is over, even if that is not stored yet. */
export function endExpiredFreeze(issue: Issue, now: number): Issue {
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
