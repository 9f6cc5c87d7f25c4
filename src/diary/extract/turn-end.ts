import { familyOf } from '../../transcripts/agents.ts'
import type { TurnEvent } from '../../transcripts/event.ts'
import type { TurnFacts } from '../schema.ts'
import type { Activity } from './activity.ts'
import { closingOf, leftIn, plainText, retractionIn, sentencesOf } from './closing.ts'
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
  // What the agent says before it goes on working closes nothing.
  const message = closing && !events.slice(closing.at).some(isWork) ? closing.text : ''
  const left = leftIn(message)
  const retracted = retractionIn(message)
  return {
    text: clean(closingOf(message), root),
    question: question === null ? null : name(question),
    left: left === null ? null : name(left),
    retracted: retracted === null ? null : name(retracted),
    line,
  }
}

/**
 * The tool whose call is the last thing the agent did, where no result of it is recorded, or where the agent had
 * announced to go on and said nothing more.
 */
export function brokenOff(
  events: readonly TurnEvent[],
  { runs, commits, deeds }: Pick<Activity, 'runs' | 'commits' | 'deeds'>,
  name: (text: string) => string,
): TurnFacts['broken_off'] {
  const own = events.filter(event => isOfAgent(event) && !isOfSubagent(event))
  const last = own.at(-1)
  if (last?.kind === 'call') return { tool: name(last.name), line: last.line, answered: false }
  if (last?.kind !== 'result' || last.denied) return null
  const call = runs.find(({ result }) => result === last)
  // A commit, a push or a finished rebase is an end by itself.
  const isDone = [...commits, ...deeds].some(({ lines }) => lines.includes(last.line))
  const said = own.findLast(({ kind }) => kind === 'text')
  if (!call || isDone || said?.kind !== 'text' || !announces(said.text)) return null
  return { tool: name(call.name), line: last.line, answered: true }
}

/** Whether a message ends with what the agent is about to do. */
function announces(message: string): boolean {
  const [line = ''] = message.trimEnd().split('\n').slice(-1)
  return announcement.test(sentencesOf(plainText(line)).at(-1) ?? '')
}

const announcement =
  /^(?:(?:now|next|then|first|ok|okay|good|great|perfect)[,.!]? )*(?:let me|let['’]s|i['’]ll|i will|i need to|i['’]m going to|ich werde|lass mich|voy a|déjame|je vais|laisse-moi|vou|deixe-me)\b|^(?:现在)?(?:让我|我来|我将)/iu

function isWork(event: TurnEvent): boolean {
  return event.kind === 'call' && !isOfSubagent(event) && familyOf(event.name) !== 'plan'
}

function isOfAgent({ kind }: TurnEvent): boolean {
  return kind === 'text' || kind === 'call' || kind === 'result' || kind === 'api_error' || kind === 'interrupt'
}
