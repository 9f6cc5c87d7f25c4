import { loadPrices } from '../prices/price-table.ts'
import { orUndefined } from '../rejection.ts'
import { rowsCost, turnCost } from '../report/statistics.ts'
import type { DiarySettings } from '../settings.ts'
import { commitsOfDay, type ProjectCommits } from '../why/day-commits.ts'
import type { Opened } from '../why/explain.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProjects, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { type SplitCosts, splitCosts } from './split.ts'
import { type CostThing, type CostTurn, thingsOf } from './things.ts'

/** The costs of a day by what they were for, and what the things are called; undefined for a day that is not prepared. */
export interface DayCosts extends SplitCosts {
  labels: Map<string, string>
  /** Where the repository of a project is, as far as it was looked for. */
  repositories: Map<string, string>
  price_table: string
}

/** Without `opened` commits are those that turns are seen to make. */
export async function dayCosts(
  settings: DiarySettings,
  date: string,
  by: CostThing,
  opened: Opened | null,
): Promise<DayCosts | undefined> {
  const prices = await loadPrices(settings)
  const found = readWorkspace({ diary: settings }, date, async ({ root, metadata }) => {
    const projects = await loadProjects({ root, metadata })
    const labels = new Map<string, string>()
    const turns: CostTurn[] = []
    const repositories = new Map<string, string>()
    for (const project of projects) {
      const found = by === 'commit' ? await commitsOfDay(opened, date, project) : null
      if (found?.repository) repositories.set(project.key, found.repository)
      const commits = found ? commitsByTurn(found, project, labels) : none
      turns.push(...(await turnsIn(project, labels, by, commits)))
    }
    const things = thingsOf(by, turns)
    const spent = turns.map(({ facts }, i) => {
      const { total, at_least } = turnCost(facts, prices)
      return { usd: total, atLeast: at_least, turns: 1 as const, things: things[i] ?? [] }
    })
    const earlier = (metadata?.earlier_usage ?? []).map(each => {
      const { total, at_least } = rowsCost(each, prices)
      return { usd: total, atLeast: at_least, turns: 0 as const, things: [] }
    })
    return { ...splitCosts([...spent, ...earlier]), labels, repositories, price_table: prices.version }
  })
  return orUndefined(found)
}

/** How much of each commit a turn did, by turn. */
type CommitsOfTurn = ReadonlyMap<string, ReadonlyMap<string, number>>

const none: CommitsOfTurn = new Map()

function commitsByTurn(
  { commits }: ProjectCommits,
  { key }: Pick<DiaryProject, 'key'>,
  labels: Map<string, string>,
): CommitsOfTurn {
  const byTurn = new Map<string, Map<string, number>>()
  for (const { hash, subject, turns } of commits) {
    const name = hash.slice(0, 10)
    labels.set(`${key}/${name}`, subject)
    for (const turn of turns) {
      const own = byTurn.get(turnKey(turn)) ?? new Map<string, number>()
      byTurn.set(turnKey(turn), own.set(name, turn.lines + (turn.made_commit ? 1 : 0)))
    }
  }
  return byTurn
}

async function turnsIn(
  project: DiaryProject,
  labels: Map<string, string>,
  by: CostThing,
  commits: CommitsOfTurn,
): Promise<CostTurn[]> {
  const facts = await loadFacts(project)
  const items = (await orUndefined(loadEnvelope(project)))?.items ?? []
  const itemOf = new Map(items.flatMap(item => item.covered_turns.map(turn => [turnKey(turn), item] as const)))
  if (by === 'item') for (const item of items) labels.set(`${project.key}/${item.work_item_ref}`, item.title)
  return turnsOf(project).map(turn => {
    return {
      project_key: project.key,
      facts: facts.get(turnKey(turn)),
      work_item_ref: itemOf.get(turnKey(turn))?.work_item_ref ?? null,
      commits: commits.get(turnKey(turn)) ?? new Map(),
    }
  })
}
