import { codePoints } from '../../kernel/text.ts'
import type { Activity } from './activity.ts'
import type { Outcome } from './outcome.ts'
import { excerpt, plural, summary } from './text.ts'
import { linesOf, type ToolRun } from './tool-runs.ts'

/** A question that was answered from sources and changed nothing. */
export function researchOutcome(activity: Activity, root: string | null): Outcome[] {
  const { edits, commits, texts } = activity
  const { all, web } = lookupsOf(activity)
  const answer = texts.at(-1)
  if (edits.length > 0 || commits.length > 0 || !answer || codePoints(answer.text) < 200) return []
  // Words before the last lookup announce it; they do not answer.
  if ((web === 0 && all.length < 3) || answer.at < (all.at(-1)?.at ?? 0)) return []
  const text = `Investigated with ${plural(all.length, 'lookup')} and answered: “${excerpt(answer.text, 120, root)}”`
  return [
    {
      category: 'research_outcome',
      summary: summary(text, 'Investigated and answered.', root),
      lines: [...linesOf(all), answer.line],
    },
  ]
}

/** Where the agent looked things up. */
export function lookupsOf({ runs }: Activity): { all: ToolRun[]; web: number } {
  const all = runs.filter(({ family }) => family === 'read' || family === 'search' || family === 'web')
  return { all, web: all.filter(({ family }) => family === 'web').length }
}
