import type { ResultEvent } from '../../transcripts/event.ts'
import { isObject, objectAt } from '../../transcripts/record.ts'
import type { Outcome } from './outcome.ts'
import { excerpt, summary } from './text.ts'
import { success, type ToolRun } from './tool-runs.ts'

const mostDecisions = 50

/** What the user decided when the agent asked. */
export function decisionOutcomes(runs: readonly ToolRun[], root: string | null): Outcome[] {
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
  return decisions.slice(-mostDecisions)
}

function decision(text: string, { lines }: ToolRun): Outcome {
  return { category: 'decision_outcome', summary: text, lines }
}

/** From the client's own account of the answers, else from the sentence the agent got. */
function answers({ detail, text }: ResultEvent): Array<[question: string, answer: string]> {
  const told = isObject(detail) ? objectAt(detail, 'answers') : undefined
  const pairs: Array<[string, unknown]> = told
    ? Object.entries(told)
    : [...text.matchAll(/"([^"\n]{1,500})"="([^"\n]{1,500})"/g)].map(([, question = '', answer]) => [question, answer])
  return pairs.flatMap(([question, answer]): Array<[string, string]> => {
    const chosen = Array.isArray(answer) ? answer.filter(each => typeof each === 'string').join(', ') : answer
    return typeof chosen === 'string' && chosen.trim() !== '' ? [[question, chosen]] : []
  })
}
