import { noTokens, sumTokens } from '../../transcripts/event.ts'
import type { TurnUsage } from '../../transcripts/reader.ts'

/** The usage of turns that follow one another, in which a reply that has rows in several of them counts in the last. */
export function eachReplyOnce(turns: readonly TurnUsage[]): TurnUsage[] {
  const last = new Map<string, number>()
  turns.forEach(({ replies = [] }, turn) => {
    for (const { id } of replies) last.set(id, turn)
  })
  return turns.map((usage, turn) => {
    const replies = usage.replies?.filter(({ id }) => last.get(id) === turn)
    if (!replies || replies.length === usage.replies?.length) return usage
    const tokens = usage.tokens && replies.map(reply => reply.tokens).reduce(sumTokens, noTokens)
    return { ...usage, replies, tokens }
  })
}
