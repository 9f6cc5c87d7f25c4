import type { ChatTurn } from './chat.ts'

export interface HistoryLimits {
  historyExchanges: number
  historyBytes: number
}

/** What was asked and accepted before, oldest first: as much of the latest as fits. */
export function acceptedHistory(
  turns: readonly ChatTurn[],
  { historyExchanges, historyBytes }: HistoryLimits,
  /** The turn that is asked for once more. */
  rerolled?: string,
): { question: string; answer: string }[] {
  const replaced = new Set([rerolled, ...turns.map(({ begun }) => begun.rerollOf)])
  const accepted = turns.filter(
    ({ begun, ended }) => begun.kind === 'tools' && ended?.state === 'accepted' && !replaced.has(begun.turnId),
  )
  const kept: { question: string; answer: string }[] = []
  let bytes = 0
  for (const { begun, ended } of accepted.reverse()) {
    const exchange = { question: begun.message, answer: ended?.content ?? '' }
    bytes += Buffer.byteLength(exchange.question) + Buffer.byteLength(exchange.answer)
    if (bytes > historyBytes || kept.length >= historyExchanges) break
    kept.unshift(exchange)
  }
  return kept
}
