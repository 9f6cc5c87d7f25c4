import { excerpt, summary } from '../extract/text.ts'
import type { Chain, TurnFacts, WorkItem } from '../schema.ts'
import { firstWordsOf, isInquiry, requestIn } from '../synthesize/wording.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { turnKey } from '../workspace/refs.ts'
import type { SupportedText } from './cite-lines.ts'
import { turnWeight } from './weight.ts'

/** Long work shows half of its turns, within these limits. */
const [fewest, most] = [4, 7]

/**
 * What the person asked and the agent answered in the weightiest turns of an item, in the order of time. The first is
 * always there, since it says what the work was about.
 */
export function highlightsOf(
  { chains, facts }: { chains: ReadonlyMap<string, Chain>; facts: ReadonlyMap<string, TurnFacts> },
  { covered_turns }: Pick<WorkItem, 'covered_turns'>,
): SupportedText[] {
  const answered = covered_turns.flatMap(turn => {
    const [chain, known] = [chains.get(turnKey(turn)), facts.get(turnKey(turn))]
    const highlight = chain && known && highlightOf(chain, known)
    return highlight ? [{ highlight, weight: turnWeight(known, chain), at: Date.parse(known.trigger_at) }] : []
  })
  const [first, ...others] = answered.sort((one, other) => one.at - other.at)
  const count = Math.min(most, Math.max(fewest, Math.ceil(answered.length / 2)))
  const kept = others.sort((one, other) => other.weight - one.weight).slice(0, count - 1)
  const texts = [...(first ? [first] : []), ...kept.sort((one, other) => one.at - other.at)].map(
    ({ highlight }) => highlight,
  )
  return [...new Map(texts.map(highlight => [highlight.text, highlight])).values()]
}

function highlightOf({ trigger }: Chain, facts: TurnFacts): SupportedText | undefined {
  const { session_ref, turn_ref, closing } = facts
  if (!closing || closing.text === '') return undefined
  const answer = `“${excerpt(closing.text, 140, null)}”`
  const [said] = trigger.quoted_messages
  const asked = said && (requestIn(said.text) ?? firstWordsOf(said.text))
  // A question put in while the agent works is answered on the way, and the last message is about the work.
  const isAside = facts.trigger_kind === 'steering' && facts.files.length > 0 && isInquiry(asked ?? '')
  const words = isAside ? null : asked
  const text = words ? `To “${excerpt(words, 70, null)}” the agent answered ${answer}` : `The agent answered ${answer}`
  const askedAt = words ? trigger.citations.flatMap(({ lines }) => spanIn(lines) ?? []) : []
  return {
    text: summary(text, 'The agent answered.', null),
    lines: [{ turn: { session_ref, turn_ref }, spans: [...askedAt, { start: closing.line, end: closing.line }] }],
  }
}
