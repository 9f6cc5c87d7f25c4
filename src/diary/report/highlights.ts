import { sum } from '../../kernel/numbers.ts'
import { excerpt, summary } from '../extract/text.ts'
import type { Chain, TurnFacts, WorkItem } from '../schema.ts'
import { firstWordsOf, isInquiry, requestIn } from '../synthesize/wording.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { turnKey } from '../workspace/refs.ts'
import type { SupportedText } from './cite-lines.ts'

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

/**
 * How much of a day a piece of work is. What lasts counts most (commits, deeds, lines that stayed), then that it was
 * checked, then the time and the messages it took; every part grows ever more slowly, so that none outweighs all others.
 */
export function weightOf({ outcomes, covered_turns }: WorkItem, facts: readonly TurnFacts[]): number {
  const commits = facts.flatMap(each => each.commits).filter(({ amends }) => !amends).length
  const deeds = facts.flatMap(each => each.deeds).length
  const files = facts.flatMap(each => each.files)
  const lines = sum(files.map(({ added, removed }) => added + removed))
  const checks = facts.flatMap(each => each.checks).filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  const minutes = sum(facts.map(minutesOf))
  const findings = outcomes.filter(({ category }) => category === 'research_outcome' || category === 'decision_outcome')
  const weight =
    6 * slowly(commits) +
    4 * slowly(deeds) +
    2 * slowly(lines) +
    2 * slowly(new Set(files.map(({ path }) => path)).size) +
    slowly(checks.length) +
    2 * slowly(minutes) +
    slowly(covered_turns.length) +
    2 * slowly(findings.length)
  // Stored in the report, where further digits only look exact.
  return Math.round(weight * 10) / 10
}

/** How much of an item one of its turns is. */
function turnWeight(facts: TurnFacts, { outcomes }: Pick<Chain, 'outcomes'>): number {
  const lines = sum(facts.files.map(({ added, removed }) => added + removed))
  const findings = outcomes.filter(({ category }) => category === 'research_outcome' || category === 'decision_outcome')
  return (
    4 * slowly(facts.commits.length) +
    3 * slowly(facts.deeds.length) +
    slowly(lines) +
    3 * slowly(findings.length) +
    slowly(minutesOf(facts)) +
    // A sentence that says much was worth writing.
    slowly((facts.closing?.text.length ?? 0) / 20)
  )
}

function slowly(count: number): number {
  return Math.log2(1 + count)
}

function minutesOf({ trigger_at, last_at }: TurnFacts): number {
  const minutes = (Date.parse(last_at) - Date.parse(trigger_at)) / 60_000
  return Number.isFinite(minutes) ? Math.max(0, minutes) : 0
}
