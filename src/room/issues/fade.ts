import type { Issue } from './schema.ts'

const day = 86_400_000
/** Days without access after which a closed issue is shortened: from level 5 to 4, and so on down to 1. */
const patience = [30, 30, 60, 90]

/** The same object when nothing changed. What is stored of it never gets less, only what prompts show. */
export function faded(issue: Issue, now: number): Issue {
  if (issue.status !== 'closed' || issue.deletedAt !== undefined) return issue
  const idleDays = (now - Math.max(Date.parse(issue.lastAccessedAt), Date.parse(issue.updatedAt))) / day
  const memoryLevel = Math.min(issue.memoryLevel, levelAfter(idleDays))
  return memoryLevel === issue.memoryLevel ? issue : { ...issue, memoryLevel }
}

/** What a listing shows of an issue: less of one that was put aside long ago. */
export function toldInListings({ memoryLevel, semanticTrace, resolutionSummary, compressedSummary }: Issue): string {
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
