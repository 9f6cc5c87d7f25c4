import { familyOf } from '../../transcripts/agents.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import type { TurnFacts } from '../schema.ts'
import type { Activity } from './activity.ts'
import { closingOf } from './closing.ts'
import { isOfSubagent } from './subagents.ts'
import { clean } from './text.ts'

/** What the agent said last and asked, where it says something; `name` makes short texts fit to be written. */
export function closingIn(
  { closing, question, runs }: Activity,
  events: readonly TurnEvent[],
  root: string | null,
  name: (text: string) => string,
): TurnFacts['closing'] {
  // A form may ask without a message.
  const line = closing?.line ?? (question === null ? undefined : runs.at(-1)?.lines[0])
  if (line === undefined) return null
  return {
    // What the agent says before it goes on working closes nothing.
    text: closing && !events.slice(closing.at).some(isWork) ? clean(closingOf(closing.text), root) : '',
    question: question === null ? null : name(question),
    line,
  }
}

/** The tool whose call is the last thing the agent did, where no result of it is recorded. */
export function brokenOff(events: readonly TurnEvent[], name: (text: string) => string): TurnFacts['broken_off'] {
  const last = events.findLast(event => isOfAgent(event) && !isOfSubagent(event))
  return last?.kind === 'call' ? { tool: name(last.name), line: last.line } : null
}

function isWork(event: TurnEvent): boolean {
  return event.kind === 'call' && !isOfSubagent(event) && familyOf(event.name) !== 'plan'
}

function isOfAgent({ kind }: TurnEvent): boolean {
  return kind === 'text' || kind === 'call' || kind === 'result' || kind === 'api_error' || kind === 'interrupt'
}
