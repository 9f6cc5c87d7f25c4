import type { Activity } from './activity.ts'
import { blockerOutcome, validationOutcome } from './check-outcomes.ts'
import { decisionOutcomes } from './decisions.ts'
import { fileOutcomes } from './file-outcomes.ts'
import type { Outcome } from './outcome.ts'
import { researchOutcome } from './research.ts'
import { excerpt, plural, summary } from './text.ts'
import { linesOf } from './tool-runs.ts'

/** Everything a turn brought about, in the order of diary.md §13.5. */
export function outcomesOf(activity: Activity, root: string | null): Outcome[] {
  return [
    ...fileOutcomes(activity.edits, root),
    ...decisionOutcomes(activity.runs, root),
    ...commitOutcome(activity, root),
    ...pullRequestOutcomes(activity),
    ...validationOutcome(activity.checks, root),
    ...researchOutcome(activity, root),
    ...blockerOutcome(activity.checks, root),
  ]
}

function commitOutcome({ commits, edits }: Activity, root: string | null): Outcome[] {
  const last = commits.at(-1)
  if (!last) return []
  const words = `“${excerpt(last.subject, 80, root)}” (${last.hash}).`
  const onlyDocuments = edits.length > 0 && edits.every(({ category }) => category === 'document_outcome')
  const [text, fallback] =
    commits.length === 1
      ? [`Committed ${words}`, 'Committed once.']
      : [`Committed ${plural(commits.length, 'time')}; the last is ${words}`, 'Committed several times.']
  return [
    {
      category: onlyDocuments ? 'document_outcome' : 'code_outcome',
      summary: summary(text, fallback, root),
      lines: linesOf(commits),
    },
  ]
}

const mostPullRequests = 50

function pullRequestOutcomes({ pullRequests }: Activity): Outcome[] {
  return pullRequests.slice(-mostPullRequests).map(({ number, lines }) => ({
    category: 'process_outcome',
    summary: `Opened pull request #${number}.`,
    lines,
  }))
}
