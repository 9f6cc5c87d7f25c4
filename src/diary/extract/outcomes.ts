import { formatCount } from '../../kernel/numbers.ts'
import { codePoints } from '../../kernel/text.ts'
import type { ResultEvent } from '../../transcripts/event.ts'
import { isObject, objectAt } from '../../transcripts/record.ts'
import type { CheckVerdict } from '../schema.ts'
import type { Activity } from './activity.ts'
import { checkOutcomes } from './check-outcomes.ts'
import type { CheckRun } from './check-runs.ts'
import { lastRuns } from './checks.ts'
import { standingCommits } from './commits.ts'
import { editedFiles, fileOutcomes } from './file-outcomes.ts'
import { excerpt, list, summary } from './text.ts'
import { linesOf, success, type ToolRun } from './tool-runs.ts'
import type { Outcome } from './turn-parts.ts'

/** Everything a turn brought about, in the order of diary.md §13.5. */
export function outcomesOf(activity: Activity, root: string | null): Outcome[] {
  const checks = checkOutcomes(activity, root)
  return [
    ...fileOutcomes(activity.edits, root),
    ...undoneOutcome(activity, root),
    ...decisionOutcomes(activity, root),
    ...commitOutcome(activity, root),
    ...pullRequestOutcomes(activity, root),
    ...activity.deeds.map(({ summary, lines }): Outcome => ({ category: 'process_outcome', summary, lines })),
    ...checks.passed,
    ...researchOutcome(activity, root),
    ...checks.failed,
  ]
}

/** What was tried where nothing is left of it; files that were made only for it are not worth a word. */
function undoneOutcome({ edits, undone }: Activity, root: string | null): Outcome[] {
  const tried = [...edits, ...(undone?.edits ?? [])]
  const made = new Set(tried.filter(({ op }) => op === 'create').map(({ key }) => key))
  const files = new Map(tried.filter(({ key }) => !made.has(key)).map(edit => [edit.path, edit]))
  if (files.size === 0 || editedFiles(edits).length > 0) return []
  const text = `Changed and put back ${formatCount(files.size, 'file')}: ${list(files.keys())}.`
  const lines = [...linesOf([...files.values()].slice(-mostUndone)), ...(undone ? [undone.line] : [])]
  return [{ category: 'process_outcome', summary: summary(text, 'Changed files and put them back.', root), lines }]
}

/** The last edits are enough to show what was undone. */
const mostUndone = 4

function commitOutcome({ commits, edits }: Activity, root: string | null): Outcome[] {
  const made = standingCommits(commits)
  const last = made.at(-1)
  if (!last) return []
  const words = `“${excerpt(last.subject, 80, root)}” (${last.hash}).`
  const onlyDocuments = edits.length > 0 && edits.every(({ category }) => category === 'document_outcome')
  const [text, fallback] =
    made.length > 1
      ? [`Committed ${formatCount(made.length, 'time')}; the last is ${words}`, 'Committed several times.']
      : commits[0]?.amends
        ? [`Amended the commit before to ${words}`, 'Amended the commit before.']
        : [`Committed ${words}`, 'Committed once.']
  return [
    {
      category: onlyDocuments ? 'document_outcome' : 'code_outcome',
      summary: summary(text, fallback, root),
      lines: linesOf(made),
    },
  ]
}

const maxPullRequests = 50

function pullRequestOutcomes({ pullRequests }: Activity, root: string | null): Outcome[] {
  const opened = pullRequests.filter(({ isOpened }) => isOpened)
  return opened.slice(-maxPullRequests).map(({ number, title, lines }) => ({
    category: 'process_outcome',
    summary: summary(
      `Opened pull request #${number}${title === null ? '' : `: “${excerpt(title, 120, root)}”`}.`,
      `Opened pull request #${number}.`,
      root,
    ),
    lines,
  }))
}

const maxDecisions = 50

/** What the user decided when the agent asked. */
function decisionOutcomes({ runs, plans }: Activity, root: string | null): Outcome[] {
  const decisions = runs.flatMap((run): Outcome[] => {
    const plan = plans.find(each => each.run === run)
    if (plan?.answer === 'approved') {
      const about = plan.heading === null ? '' : `: “${excerpt(plan.heading, 120, root)}”`
      return [
        decision(summary(`User approved the proposed plan${about}.`, 'User approved the proposed plan.', root), run),
      ]
    }
    const result = success(run)
    if (!result || run.name !== 'AskUserQuestion') return []
    return answers(result).map(([question, answer]) => {
      const text = `User chose “${excerpt(answer, 60, root)}” for “${excerpt(question, 80, root)}”.`
      return decision(summary(text, 'User answered a question.', root), run)
    })
  })
  return decisions.slice(-maxDecisions)
}

function decision(text: string, { lines }: ToolRun): Outcome {
  return { category: 'decision_outcome', summary: text, lines }
}

/** From the client's own account of the answers, else from the sentence the agent got. */
function answers({ detail, text }: ResultEvent): Array<[question: string, answer: string]> {
  const listed = isObject(detail) ? objectAt(detail, 'answers') : undefined
  const pairs: Array<[string, unknown]> = listed
    ? Object.entries(listed)
    : [...text.matchAll(/"([^"\n]{1,500})"="([^"\n]{1,500})"/g)].map(([, question = '', answer]) => [question, answer])
  return pairs.flatMap(([question, answer]): Array<[string, string]> => {
    const chosen = Array.isArray(answer) ? answer.filter(each => typeof each === 'string').join(', ') : answer
    return typeof chosen === 'string' && chosen.trim() !== '' ? [[question, chosen]] : []
  })
}

export function endedWith(verdict: CheckVerdict, checks: readonly CheckRun[]): CheckRun[] {
  return lastRuns(checks).filter(check => check.verdict === verdict)
}

export function kindsOf(checks: readonly CheckRun[]): string {
  return list(checks.map(({ kind }) => kind))
}

/** The last lookups are enough to show that there were some. */
const lookupsCited = 3

/** A question that was answered from sources and changed nothing. */
function researchOutcome(activity: Activity, root: string | null): Outcome[] {
  const { edits, commits, closing: answer } = activity
  const { all, web } = lookupsOf(activity)
  if (edits.length > 0 || commits.length > 0 || !answer || codePoints(answer.text) < 200) return []
  // Words before the last lookup announce it; they do not answer.
  if ((web === 0 && all.length < 3) || answer.at < (all.at(-1)?.at ?? 0)) return []
  const text = `Investigated and answered: “${excerpt(answer.text, 160, root)}”`
  return [
    {
      category: 'research_outcome',
      summary: summary(text, 'Investigated and answered.', root),
      lines: [...linesOf(all.slice(-lookupsCited)), answer.line],
    },
  ]
}

/** Where the agent looked things up. */
export function lookupsOf({ runs }: Activity): { all: ToolRun[]; web: number } {
  const all = runs.filter(({ family }) => family === 'read' || family === 'search' || family === 'web')
  return { all, web: all.filter(({ family }) => family === 'web').length }
}
