import { codePoints } from '../../kernel/text.ts'
import type { ResultEvent } from '../../transcripts/event.ts'
import { isObject, objectAt } from '../../transcripts/record.ts'
import type { CheckVerdict, OutcomeCategory } from '../schema.ts'
import type { Activity, Edit } from './activity.ts'
import type { CheckRun } from './check-runs.ts'
import { lastRuns } from './checks.ts'
import { excerpt, list, plural, quotedCommand, summary } from './text.ts'
import { linesOf, success, type ToolRun } from './tool-runs.ts'

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

const maxPullRequests = 50

function pullRequestOutcomes({ pullRequests }: Activity): Outcome[] {
  return pullRequests.slice(-maxPullRequests).map(({ number, lines }) => ({
    category: 'process_outcome',
    summary: `Opened pull request #${number}.`,
    lines,
  }))
}

const maxDecisions = 50

/** What the user decided when the agent asked. */
function decisionOutcomes(runs: readonly ToolRun[], root: string | null): Outcome[] {
  const decisions = runs.flatMap((run): Outcome[] => {
    const result = success(run)
    if (!result) return []
    if (run.name === 'ExitPlanMode') return [decision('User approved the proposed plan.', run)]
    if (run.name !== 'AskUserQuestion') return []
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

/** The changed files, one outcome for each purpose they serve. */
function fileOutcomes(edits: readonly Edit[], root: string | null): Outcome[] {
  return purposes.flatMap(({ category, verb, fallback }) => {
    const own = edits.filter(edit => edit.category === category)
    if (own.length === 0) return []
    const paths = new Map(own.map(({ key, path }) => [key, path]))
    const text = `${verb(paths.size)}: ${list(paths.values())}${sizes(own)}.`
    return [{ category, summary: summary(text, fallback, root), lines: linesOf(own) }]
  })
}

interface Purpose {
  category: OutcomeCategory
  verb: (files: number) => string
  fallback: string
}

const purposes: readonly Purpose[] = [
  { category: 'code_outcome', verb: count => `Changed ${plural(count, 'file')}`, fallback: 'Changed files.' },
  { category: 'document_outcome', verb: count => `Wrote ${plural(count, 'file')}`, fallback: 'Wrote files.' },
  {
    category: 'process_outcome',
    verb: count => `Changed agent or workflow configuration in ${plural(count, 'file')}`,
    fallback: 'Changed agent or workflow configuration.',
  },
  {
    category: 'other',
    verb: count => (count === 1 ? 'Changed asset file' : `Changed asset files`),
    fallback: 'Changed assets.',
  },
]

function sizes(edits: readonly Edit[]): string {
  const added = edits.reduce((sum, edit) => sum + edit.added, 0)
  const removed = edits.reduce((sum, edit) => sum + edit.removed, 0)
  return added + removed > 0 ? ` (+${added} −${removed})` : ''
}

/** The kinds of check whose last run passed. */
function validationOutcome(checks: readonly CheckRun[], root: string | null): Outcome[] {
  const passed = endedWith('pass', checks)
  if (passed.length === 0) return []
  const runs = passed.map(({ command, counts }) => {
    const counted = counts && counts.passed !== null ? ` ${counts.passed} passed, ${counts.failed} failed` : ''
    return `${quotedCommand(command, root)}${counted}`
  })
  return [
    {
      category: 'validation_outcome',
      summary: summary(
        `Last ${kindsOf(passed)} run succeeded: ${runs.join('; ')}.`,
        'The last checks succeeded.',
        root,
      ),
      lines: linesOf(passed),
    },
  ]
}

/** The kinds of check whose last run failed. */
function blockerOutcome(checks: readonly CheckRun[], root: string | null): Outcome[] {
  const failed = endedWith('fail', checks)
  if (failed.length === 0) return []
  const runs = failed.map(({ command, counts }) => {
    const counted = counts && counts.failed > 0 ? ` ${plural(counts.failed, 'failure')}` : ''
    return `${quotedCommand(command, root)}${counted}`
  })
  return [
    {
      category: 'blocker_outcome',
      summary: summary(`Last ${kindsOf(failed)} run failed: ${runs.join('; ')}.`, 'The last checks failed.', root),
      lines: linesOf(failed),
    },
  ]
}

export function endedWith(verdict: CheckVerdict, checks: readonly CheckRun[]): CheckRun[] {
  return lastRuns(checks).filter(check => check.verdict === verdict)
}

export function kindsOf(checks: readonly CheckRun[]): string {
  return list(checks.map(({ kind }) => kind))
}

/** What came of a turn, with the lines that show it. */
export interface Outcome {
  category: OutcomeCategory
  summary: string
  lines: number[]
}

/** A question that was answered from sources and changed nothing. */
function researchOutcome(activity: Activity, root: string | null): Outcome[] {
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
