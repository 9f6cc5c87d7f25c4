import type { TurnFacts } from '../schema.ts'

/** What a turn, or replies to turns of earlier days, cost, and what that was for. */
export interface Spent {
  /** Null when nothing of it is known. */
  usd: number | null
  atLeast: boolean
  /** 1 for a turn of these days, 0 for replies to turns of earlier ones. */
  turns: 0 | 1
  /** What it was for, and how much of it; nothing where that is not known. */
  things: readonly { thing: string; weight: number }[]
}

export interface ThingCost {
  /** In millionths of a dollar. */
  micros: number
  turns: number
  atLeast: boolean
}

export interface SplitCosts {
  total: ThingCost
  things: Map<string, ThingCost>
  unattributed: ThingCost
}

/**
 * The cost of some turns by what they were for. The parts add up to the whole to the millionth of a dollar; a turn for
 * several things is counted at the one it did most for, and its cost is shared by weight.
 */
export function splitCosts(spent: readonly Spent[]): SplitCosts {
  const known = spent.map(({ usd }) => usd ?? 0)
  const whole = Math.round(known.reduce((sum, usd) => sum + usd, 0) * 1_000_000)
  const micros = apportion(whole, known)
  const things = new Map<string, ThingCost>()
  const unattributed: ThingCost = { ...nothing }
  spent.forEach(({ atLeast, turns, things: shares }, i) => {
    const parts = apportion(
      micros[i] ?? 0,
      shares.map(({ weight }) => weight),
    )
    const most = Math.max(...shares.map(({ weight }) => weight))
    const main = shares.findIndex(({ weight }) => weight === most)
    if (main < 0) add(unattributed, { micros: micros[i] ?? 0, turns, atLeast })
    shares.forEach(({ thing }, at) => {
      const cost = things.get(thing) ?? { ...nothing }
      add(cost, { micros: parts[at] ?? 0, turns: at === main ? turns : 0, atLeast })
      things.set(thing, cost)
    })
  })
  return { total: totalOf([...things.values(), unattributed]), things, unattributed }
}

/** Several days as one. */
export function joinCosts(days: readonly SplitCosts[]): SplitCosts {
  const things = new Map<string, ThingCost>()
  for (const day of days) {
    for (const [thing, cost] of day.things) {
      const sum = things.get(thing) ?? { ...nothing }
      add(sum, cost)
      things.set(thing, sum)
    }
  }
  const unattributed = totalOf(days.map(day => day.unattributed))
  return { total: totalOf([...things.values(), unattributed]), things, unattributed }
}

const nothing: ThingCost = { micros: 0, turns: 0, atLeast: false }

function totalOf(costs: readonly ThingCost[]): ThingCost {
  const total = { ...nothing }
  for (const cost of costs) add(total, cost)
  return total
}

function add(sum: ThingCost, { micros, turns, atLeast }: ThingCost): void {
  sum.micros += micros
  sum.turns += turns
  sum.atLeast ||= atLeast
}

/** Whole numbers in proportion to weights that add up to a whole number: what is left goes to the largest remainders. */
function apportion(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum <= 0) return weights.map((_, i) => (i === 0 ? whole : 0))
  const exact = weights.map(weight => (whole * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = whole - parts.reduce((total, part) => total + part, 0)
  const order = [...exact.keys()].sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b)
  // Fractions that should be whole numbers may be a little too large, so that too much was given.
  const corrected = left < 0 ? order.toReversed().filter(i => (parts[i] ?? 0) > 0) : order
  for (const i of corrected.slice(0, Math.abs(left))) parts[i] = (parts[i] ?? 0) + Math.sign(left)
  return parts
}

export const costThings = ['item', 'branch', 'pr', 'commit'] as const
export type CostThing = (typeof costThings)[number]

/** A turn of a day with what its cost may be counted under. */
export interface CostTurn {
  project_key: string
  facts: TurnFacts | undefined
  work_item_ref: string | null
  /** Commits that hold lines it wrote, by how many; those it made hold at least one. */
  commits: ReadonlyMap<string, number>
}

/** What each turn was for: things are named `<project>/<ref>`. */
export function thingsOf(by: CostThing, turns: readonly CostTurn[]): Spent['things'][] {
  const requests = by === 'pr' ? requestsByBranch(turns) : new Map<string, number>()
  return turns.map(({ project_key, facts, work_item_ref, commits }) => {
    const named = (ref: string, weight = 1) => ({ thing: `${project_key}/${ref}`, weight })
    if (by === 'item') return work_item_ref === null ? [] : [named(work_item_ref)]
    if (by === 'commit') return [...commits].map(([hash, lines]) => named(hash, lines))
    if (by === 'branch') return facts?.branch ? [named(facts.branch)] : []
    const own = facts?.pull_requests ?? []
    const ofBranch = requests.get(branchKey(project_key, facts))
    return own.length > 0 ? own.map(number => named(`#${number}`)) : ofBranch ? [named(`#${ofBranch}`)] : []
  })
}

/** The pull request of each branch: the last one that a turn on it opened. Trunks have none. */
function requestsByBranch(turns: readonly CostTurn[]): Map<string, number> {
  const requests = new Map<string, number>()
  for (const { project_key, facts } of turns) {
    const number = facts?.pull_requests.at(-1)
    if (number === undefined || !facts?.branch || /^(?:main|master|trunk|develop)$/.test(facts.branch)) continue
    requests.set(branchKey(project_key, facts), number)
  }
  return requests
}

function branchKey(project_key: string, facts: TurnFacts | undefined): string {
  return `${project_key}/${facts?.branch ?? ''}`
}
