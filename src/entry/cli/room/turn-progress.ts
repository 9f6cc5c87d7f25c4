import type { CallEvent } from '../../../kernel/call.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'

/** Tells on stderr what happens in a turn; never what a model wrote before it was checked. */
export function turnProgress(page: Pick<Terminal, 'note'>): (event: CallEvent) => void {
  return event => {
    const said = sentenceOf(event)
    if (said !== undefined) page.note(visible(said))
  }
}

function sentenceOf(event: CallEvent): string | undefined {
  const { type, position, toolId, receiptId, ok, reason } = { ...blank, ...event }
  if (type === 'turn.queued' && position > 0) return `… waits, ${position} before it`
  if (type === 'tool.started') return `… ${toolId}`
  if (type === 'tool.finished') return `… ${toolId} ${ok ? 'done' : 'failed'}, receipt ${receiptId}`
  if (type === 'turn.retry') return `… asked again: ${reason}`
  return undefined
}

const blank = { position: 0, toolId: '', receiptId: '', ok: true, reason: '' }
