import type { LoggedEvent } from '../../../jobs/follow.ts'
import { reasonInWords } from '../../../room/conference/reason-words.ts'
import { StopHookShape } from '../../../room/conference/schema.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import { block } from './words.ts'

/** One event of a round as a line, an accepted answer as what was said; all on stderr where stdout is for JSON. */
export function showRoundEvent(
  { type, data }: LoggedEvent,
  names: ReadonlyMap<string, string>,
  page: Terminal,
  aside: boolean,
): void {
  const event = { ...blank, ...data }
  const line = sentenceOf(type, event, names.get(event.agentId) ?? event.agentId)
  if (line === undefined) return
  const say = aside ? page.note : page.line
  say(visible(line))
  if (type === 'turn.accepted' && !aside) block(page, event.content)
}

const blank = { agentId: '', number: 0, phase: 0, toolId: '', receiptId: '', ok: true, reason: '', content: '' }

function sentenceOf(type: string, event: typeof blank & { stopHook?: unknown; issueId?: unknown }, name: string) {
  const sentences: { [type: string]: () => string } = {
    'round.started': () => `Round ${event.number}`,
    'round.resumed': () => `Round ${event.number} goes on`,
    'round.closed': () => `Round ${event.number} closed`,
    'round.cancelled': () => `Round ${event.number} cancelled`,
    'round.interrupted': () => `Round ${event.number} interrupted`,
    'phase.started': () => (event.phase === 1 ? 'Phase 1: the Chief gathers' : 'Phase 2: all answer'),
    'tool.finished': () => `  ${event.toolId} ${event.ok ? 'done' : 'failed'}, receipt ${event.receiptId}`,
    'turn.retry': () => `  ${name} is asked again: ${event.reason}`,
    'turn.accepted': () => `${name}:`,
    'turn.abstained': () => `${name} abstains`,
    'turn.skipped': () => `${name} is skipped`,
    'turn.rejected': () => `${name} rejected. ${why(event.stopHook)}`,
    'turn.stopped': () => `${name} stopped. ${why(event.stopHook)}`,
    'turn.error': () => `${name} failed. ${why(event.stopHook)}`,
  }
  return sentences[type]?.()
}

function why(stopHook: unknown): string {
  return reasonInWords(StopHookShape.safeParse(stopHook).data)
}
