import { cutTo } from '../../kernel/text.ts'
import type { Issue } from './schema.ts'

type IssueText = Pick<Issue, 'title' | 'body' | 'tags' | 'comments'>

/** Shorter versions of an issue, made from its own words; the whole of it is never lost. */
export function levelsOf(issue: IssueText): Pick<Issue, 'semanticTrace' | 'resolutionSummary' | 'compressedSummary'> {
  const { title, body, tags, comments } = issue
  const [first, last] = [comments[0], comments.at(-1)]
  const labels = tags.length > 0 ? ` [${tags.join(', ')}]` : ''
  return {
    semanticTrace: cutTo(joined(title, firstSentence(body)), 220),
    resolutionSummary: `${cutTo(oneLine(last?.body ?? body), Math.max(0, 240 - Buffer.byteLength(labels)))}${labels}`,
    compressedSummary: cutTo(joined(title, oneLine(body).slice(0, 240), ...distinct(first?.body, last?.body)), 600),
  }
}

function joined(...parts: string[]): string {
  return parts.map(oneLine).filter(Boolean).join(' — ')
}

function distinct(...bodies: (string | undefined)[]): string[] {
  return [...new Set(bodies.filter(body => body !== undefined))]
}

function firstSentence(text: string): string {
  return /^.*?[.!?…](?=\s|$)/.exec(oneLine(text))?.[0] ?? oneLine(text)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const day = 86_400_000
/** Days without access after which a closed issue is shortened: from level 5 to 4, and so on down to 1. */
const patience = [30, 30, 60, 90]

/** The same object when nothing changed. What is stored of it never gets less, only what prompts show. */
export function fade(issue: Issue, now: number): Issue {
  if (issue.status !== 'closed' || issue.deletedAt !== undefined) return issue
  const idleDays = (now - Math.max(Date.parse(issue.lastAccessedAt), Date.parse(issue.updatedAt))) / day
  const memoryLevel = Math.min(issue.memoryLevel, levelAfter(idleDays))
  return memoryLevel === issue.memoryLevel ? issue : { ...issue, memoryLevel }
}

/** What a listing shows of an issue: less of one that was put aside long ago. */
export function summaryInListings({ memoryLevel, semanticTrace, resolutionSummary, compressedSummary }: Issue): string {
  return memoryLevel >= 3 ? compressedSummary : memoryLevel === 2 ? resolutionSummary : semanticTrace
}

function levelAfter(idleDays: number): number {
  let [level, needed] = [5, 0]
  for (const days of patience) {
    needed += days
    if (idleDays >= needed) level--
  }
  return level
}
