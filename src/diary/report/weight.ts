import { sum } from '../../kernel/numbers.ts'
import type { Chain, TurnFacts, WorkItem } from '../schema.ts'

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
export function turnWeight(facts: TurnFacts, { outcomes }: Pick<Chain, 'outcomes'>): number {
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
