import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import {
  type CostThing,
  type CostTurn,
  costThings,
  joinCosts,
  type SplitCosts,
  splitCosts,
  type ThingCost,
  thingsOf,
} from '../costs/split.ts'
import { daysBetween } from '../dates/calendar.ts'
import { dayAt } from '../dates/zone.ts'
import { loadPrices } from '../prices/price-table.ts'
import { orUndefined, reject } from '../rejection.ts'
import { SpanArguments, spanOf } from '../report/range/render.ts'
import { rowsCost, turnCost } from '../report/statistics.ts'
import type { DiarySettings } from '../settings.ts'
import { commitsOfDay, type ProjectCommits } from '../why/day-commits.ts'
import { type CommitSources, withEdits } from '../why/with-edits.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProjects, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'

const Cost = z.object({
  turns: z.int(),
  micro_usd: z.int().describe('Millionths of a dollar; the rows and the unattributed add up to the total'),
  usd: z.number(),
  at_least: z.boolean().describe('It cost more: something of it has no price or was not recorded whole'),
})

export const diaryCosts = diaryOperation({
  name: 'diary_costs',
  audience: 'people',
  summary: 'What the work of a day or of several days cost by work item, branch, pull request or commit.',
  effect: 'read',
  input: SpanArguments.extend({
    by: z.enum(costThings).default('item').describe('What the cost is split by'),
  }),
  result: {
    from: z.string(),
    to: z.string(),
    by: z.enum(costThings),
    days: z.array(z.string()).describe('The days of the span that are prepared'),
    price_table: z.string(),
    total: Cost,
    rows: z.array(
      Cost.extend({
        project_key: z.string(),
        ref: z.string(),
        label: z.string(),
        date: z.string().optional().describe('Of a work item: its day; every day numbers its work items from W0001'),
        repository: z.string().optional().describe('Of a commit: the folder of its repository on this machine'),
      }),
    ),
    unattributed: Cost,
  },
  async run({ by, date, ...span }, ctx) {
    const { from, to } =
      date === undefined ? spanOf(span, dayAt(ctx.clock(), ctx.diary.timezone)) : { from: date, to: date }
    const gather = async (opened: Parameters<typeof dayCosts>[3]) => {
      const found = []
      for (const day of daysBetween(from, to)) {
        const costs = await dayCosts(ctx.diary, day, by, opened)
        if (costs) found.push({ day, costs })
      }
      return found
    }
    const days = by === 'commit' ? await withEdits(ctx, true, gather) : await gather(null)
    if (days.length === 0) {
      reject('date', 'no day of the span is prepared', `run daybook diary prepare --date ${to}`, 'absent')
    }
    const { total, things, unattributed } = joinCosts(days.map(({ costs }) => costs))
    const labels = new Map(days.flatMap(({ costs }) => [...costs.labels]))
    const repositories = new Map(days.flatMap(({ costs }) => [...costs.repositories]))
    const rowOf = (thing: string, cost: ThingCost, name = labels) => {
      const [project_key = '', ...ref] = thing.split('/')
      const repository = repositories.get(project_key)
      return {
        ...{ ...wireCost(cost), project_key, ref: ref.join('/'), label: name.get(thing) ?? '' },
        ...(repository !== undefined && { repository }),
      }
    }
    const rows =
      by === 'item'
        ? days.flatMap(({ day, costs }) =>
            [...costs.things].map(([thing, cost]) => ({ ...rowOf(thing, cost, costs.labels), date: day })),
          )
        : [...things].map(([thing, cost]) => rowOf(thing, cost))
    rows.sort((a, b) => b.micro_usd - a.micro_usd || b.turns - a.turns || a.ref.localeCompare(b.ref, 'en'))
    return {
      ...{ from, to, by, days: days.map(({ day }) => day) },
      price_table: days.at(-1)?.costs.price_table ?? '',
      ...{ total: wireCost(total), rows, unattributed: wireCost(unattributed) },
    }
  },
})

function wireCost({ micros, turns, atLeast }: ThingCost): z.output<typeof Cost> {
  return { turns, micro_usd: micros, usd: micros / 1_000_000, at_least: atLeast }
}

/** The costs of a day by what they were for, and what the things are called; undefined for a day that is not prepared. */
interface DayCosts extends SplitCosts {
  labels: Map<string, string>
  /** Where the repository of a project is, as far as it was looked for. */
  repositories: Map<string, string>
  price_table: string
}

/** Without `opened` commits are those that turns are seen to make. */
async function dayCosts(
  settings: DiarySettings,
  date: string,
  by: CostThing,
  opened: CommitSources | null,
): Promise<DayCosts | undefined> {
  const prices = await loadPrices(settings, date)
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
