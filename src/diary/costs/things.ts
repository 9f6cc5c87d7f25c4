import type { TurnFacts } from '../schema.ts'
import type { Spent } from './split.ts'

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
