import type { TurnEvent } from '../../transcripts/event.ts'
import { isObject, textAt } from '../../transcripts/record.ts'
import { oneLine } from './text.ts'
import { success, type ToolRun } from './tool-runs.ts'

/** A plan that was put before the person. */
export interface ProposedPlan {
  heading: string | null
  run: ToolRun
  answer: 'approved' | 'declined' | null
}

export function proposedPlans(runs: readonly ToolRun[]): ProposedPlan[] {
  return runs
    .filter(({ name }) => name === 'ExitPlanMode')
    .map(run => {
      const detail = isObject(run.result?.detail) ? run.result.detail : undefined
      const text = textAt(run.input, 'plan') ?? textAt(detail, 'plan') ?? approvedText(run.result?.text ?? '')
      const answer = success(run) ? 'approved' : run.result ? 'declined' : null
      return { heading: text === undefined ? null : headingOf(text), run, answer }
    })
}

/** The heading of the plan that a turn worked by: approved in it, or handed over to it. */
export function planHeading(plans: readonly ProposedPlan[], events: readonly TurnEvent[]): string | null {
  const approved = plans.findLast(({ answer }) => answer === 'approved')
  if (approved) return approved.heading
  const said = events.find(event => event.kind === 'user')
  const handed = said?.kind === 'user' ? /^\s*Implement the following plan:\s*/.exec(said.text) : null
  return said?.kind === 'user' && handed ? headingOf(said.text.slice(handed[0].length)) : null
}

function approvedText(text: string): string | undefined {
  const at = text.search(/^## Approved Plan/m)
  const end = at < 0 ? -1 : text.indexOf('\n', at)
  return end < 0 ? undefined : text.slice(end + 1)
}

/** The first heading of a plan, else its first line. */
function headingOf(plan: string): string | null {
  const lines = plan.slice(0, 4000).split('\n').map(oneLine).filter(Boolean)
  const line = lines.find(each => /^#{1,6} \S/.test(each)) ?? lines[0]
  const words = (line ?? '')
    .replace(/^#{1,6} /, '')
    .replace(/^(?:implementation )?plan\s*[:–—-]\s*/i, '')
    .replaceAll('**', '')
    .trim()
  return words === '' ? null : words
}
