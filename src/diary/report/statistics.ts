import { z } from 'zod'
import { byteOrder, countEach } from '../../kernel/byte-order.ts'
import { sum } from '../../kernel/numbers.ts'
import { familyOf } from '../../transcripts/agents.ts'
import { formatInZone } from '../dates/zone.ts'
import { netOver } from '../extract/net-lines.ts'
import { costOf, isLowerBound, usageRows } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import {
  type CheckKind,
  CheckTotals,
  checkKinds,
  type EarlierUsage,
  itemKinds,
  materialities,
  type TurnFacts,
  terminalTypes,
  triggerTypes,
} from '../schema.ts'
import { turnKey } from '../workspace/refs.ts'
import { CostFigures } from './cost-schema.ts'
import type { ProjectDay } from './day.ts'
import { sumCosts } from './text/costs.ts'
import { countVerdicts } from './text/numbers.ts'

const Count = z.number()
const Counts = z.record(z.string(), Count)

/** The figures of a day or a project. */
export const Statistics = z.object({
  turns: Count,
  sessions: Count,
  projects: Count,
  work_items: Counts,
  coverage: z.object({ indexed: Count, with_chain: Count, covered: Count }),
  trigger_types: Counts,
  terminal_states: Counts,
  tokens: z.object({
    input: Count,
    output: Count,
    cache_read: Count,
    cache_write: Count,
    reasoning: Count,
    known_turns: Count,
    unknown_turns: Count,
  }),
  cost_usd: CostFigures,
  checks: CheckTotals,
  check_kinds: z.object({ typecheck: CheckTotals, lint: CheckTotals, test: CheckTotals, build: CheckTotals }),
  files: z.object({
    touched: Count,
    created: Count,
    edited: Count,
    deleted: Count,
    added: Count,
    removed: Count,
    /** How many files have edits whose lines the transcripts do not hold; left out when it is none. */
    unsized: Count.optional(),
  }),
  /** Most changed first. */
  changed_files: z.array(
    z.object({
      project_key: z.string(),
      path: z.string(),
      op: z.enum(['create', 'edit', 'delete']),
      added: Count,
      removed: Count,
      turns: Count,
    }),
  ),
  tools: z.array(z.object({ name: z.string(), family: z.string(), count: Count })),
  sources: Counts,
  models: Counts,
  timeline: z.array(
    z.object({
      project_key: z.string(),
      session_ref: z.string(),
      turn_ref: z.string(),
      source: z.string(),
      start: z.string(),
      end: z.string(),
      terminal: z.enum(terminalTypes).nullable(),
      materiality: z.enum(materialities).nullable(),
    }),
  ),
})
export type Statistics = z.output<typeof Statistics>
export type TimelineEntry = Statistics['timeline'][number]

/** Counted from the facts and chains of some projects of a day, and from replies to turns of the days before. */
export function statisticsOf(
  projects: readonly ProjectDay[],
  zone: string,
  prices: PriceTable,
  earlier: readonly EarlierUsage[] = [],
): Statistics {
  const turns = projects.flatMap(project => project.progress.turns.map(turn => ({ project, key: turnKey(turn), turn })))
  const facts = turns.map(({ project, key }) => project.facts.get(key))
  const chains = turns.flatMap(({ project, key }) => project.chains.get(key) ?? [])
  const items = projects.flatMap(project => project.progress.items)
  const uncovered = projects.reduce((sum, { progress }) => sum + progress.uncovered.length, 0)
  const known = facts.flatMap(each => each ?? [])
  const files = changedFiles(projects)
  const unsized = projects.reduce((count, project) => count + unsizedFiles(project), 0)
  return {
    turns: turns.length,
    sessions: projects.reduce((sum, { progress }) => sum + progress.project.rows.length, 0),
    projects: projects.length,
    work_items: countOf(
      itemKinds,
      items.map(({ kind }) => kind),
    ),
    coverage: { indexed: turns.length, with_chain: chains.length, covered: turns.length - uncovered },
    trigger_types: countOf(
      triggerTypes,
      chains.map(({ trigger }) => trigger.type),
    ),
    terminal_states: countOf(
      terminalTypes,
      chains.map(chain => chain.terminal_state.type),
    ),
    tokens: tokensOf(facts, earlier),
    cost_usd: sumCosts([...facts.map(each => turnCost(each, prices)), ...earlier.map(each => rowsCost(each, prices))]),
    checks: countVerdicts(known.flatMap(({ checks }) => checks)),
    check_kinds: checksByKind(known),
    files: {
      touched: files.length,
      created: files.filter(({ op }) => op === 'create').length,
      edited: files.filter(({ op }) => op === 'edit').length,
      deleted: files.filter(({ op }) => op === 'delete').length,
      added: sum(files.map(({ added }) => added)),
      removed: sum(files.map(({ removed }) => removed)),
      ...(unsized > 0 && { unsized }),
    },
    changed_files: files.slice(0, maxFiles),
    tools: toolsOf(known),
    sources: countEach(known.map(({ source }) => source)),
    models: countEach(known.flatMap(({ models }) => models)),
    timeline: turns.flatMap(({ project, key, turn: { session_ref, turn_ref } }, index) => {
      const [start, end] = [facts[index]?.trigger_at, facts[index]?.last_at].map(text => Date.parse(text ?? ''))
      if (start === undefined || end === undefined || Number.isNaN(start + end)) return []
      const chain = project.chains.get(key)
      return [
        {
          project_key: project.key,
          session_ref,
          turn_ref,
          source: facts[index]?.source ?? '',
          start: formatInZone(start, zone),
          end: formatInZone(Math.max(start, end), zone),
          terminal: chain?.terminal_state.type ?? null,
          materiality: chain?.materiality ?? null,
        },
      ]
    }),
  }
}

/** More files than these are only counted. */
const maxFiles = 200

function tokensOf(facts: ReadonlyArray<TurnFacts | undefined>, earlier: readonly EarlierUsage[]): Statistics['tokens'] {
  const known = facts.filter(each => each?.tokens)
  const used = [...known.flatMap(each => (each ? usedTokens(each) : [])), ...earlier.flatMap(({ usage }) => usage)]
  return {
    input: sum(used.map(({ input }) => input)),
    output: sum(used.map(({ output }) => output)),
    cache_read: sum(used.map(({ cache_read }) => cache_read)),
    cache_write: sum(used.map(({ cache_write }) => cache_write)),
    reasoning: sum(used.map(({ reasoning }) => reasoning)),
    known_turns: known.length,
    unknown_turns: facts.length - known.length,
  }
}

/** What the turn used on its day; facts of earlier versions know the whole turn only. */
function usedTokens({ usage, tokens }: TurnFacts): NonNullable<TurnFacts['tokens']>[] {
  if (usage.length > 0) return usage.filter(({ after_day }) => !after_day)
  return tokens ? [tokens] : []
}

/** What a turn cost on its day; a sub-agent that was not found is not in it. */
export function turnCost(facts: TurnFacts | undefined, prices: PriceTable): CostFigures {
  const figures = foundCost(facts, prices)
  const missing = facts?.subagents.filter(({ transcript }) => transcript === 'missing').length ?? 0
  return missing === 0 ? figures : { ...figures, missing_subagents: missing, at_least: true }
}

function foundCost(facts: TurnFacts | undefined, prices: PriceTable): CostFigures {
  if (!facts) return { ...noCost, unknown_turns: 1, at_least: true }
  const { cost_basis, cost_usd, usage, tokens, models, source } = facts
  if (cost_basis === 'recorded' && cost_usd !== null) {
    const subagents = sum(facts.subagents.map(each => each.cost_usd ?? 0))
    return { ...noCost, total: cost_usd, recorded: cost_usd, subagents }
  }
  const rows = usage.length > 0 ? usage : usageRows({ tokens, models, costUsd: null })
  const figures = rowsCost({ source, usage: rows.filter(({ after_day }) => !after_day) }, prices)
  if (rows.length === 0 && tokens) return { ...noCost, total: 0 }
  if (figures.total !== null || rows.some(({ after_day }) => after_day)) return figures
  // Facts of earlier versions may know a cost that cannot be worked out again.
  if (usage.length === 0 && cost_usd !== null) return { ...figures, ...estimatedCost(cost_usd), unpriced_replies: 0 }
  return { ...figures, unknown_turns: 1, at_least: true }
}

export function rowsCost({ source, usage }: Pick<EarlierUsage, 'source' | 'usage'>, prices: PriceTable): CostFigures {
  const cost = costOf(usage, prices, source)
  return {
    ...noCost,
    ...(cost.usd === null ? {} : estimatedCost(cost.usd)),
    price_table: prices.version,
    at_least: isLowerBound(cost),
    subagents: cost.subagents,
    unpriced_replies: cost.unpriced,
    cut_short_replies: cost.cutShort,
  }
}

function estimatedCost(usd: number): Pick<CostFigures, 'total' | 'estimated'> {
  return { total: usd, estimated: usd }
}

const noCost = sumCosts([])

function checksByKind(facts: readonly TurnFacts[]): Statistics['check_kinds'] {
  const checks = facts.flatMap(each => each.checks)
  const of = (kind: CheckKind) => countVerdicts(checks.filter(check => check.kind === kind))
  const [typecheck, lint, test, build] = checkKinds
  return { typecheck: of(typecheck), lint: of(lint), test: of(test), build: of(build) }
}

function toolsOf(facts: readonly TurnFacts[]): Statistics['tools'] {
  const counts = new Map<string, number>()
  for (const { tools } of facts) {
    for (const [name, count] of Object.entries(tools)) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return [...counts]
    .map(([name, count]) => ({ name, family: familyOf(name), count }))
    .sort((one, other) => other.count - one.count || byteOrder(one.name, other.name))
}

function countOf(keys: readonly string[], values: readonly string[]): { [key: string]: number } {
  return Object.fromEntries(keys.map(key => [key, values.filter(value => value === key).length]))
}

/** One entry per file of a project: what became of it, and the lines between its first content and its last; most changed first. */
function changedFiles(projects: readonly ProjectDay[]): Statistics['changed_files'] {
  return projects
    .flatMap(changedIn)
    .sort(
      (one, other) =>
        other.added + other.removed - (one.added + one.removed) ||
        byteOrder(one.project_key, other.project_key) ||
        byteOrder(one.path, other.path),
    )
}

function changedIn({ key, progress, facts }: ProjectDay): Statistics['changed_files'] {
  const files = new Map<string, Statistics['changed_files'][number]>()
  const changes = new Map<string, TurnFacts['files']>()
  const turns = progress.turns.flatMap(turn => facts.get(turnKey(turn)) ?? [])
  for (const { files: changed } of turns.sort(
    (one, other) => Date.parse(one.trigger_at) - Date.parse(other.trigger_at),
  )) {
    for (const file of changed) {
      const { path, op } = file
      const known = files.get(path)
      const all = [...(changes.get(path) ?? []), file]
      changes.set(path, all)
      const { added, removed } = netOver(all)
      files.set(path, {
        project_key: key,
        path,
        op: known?.op === 'create' && op === 'edit' ? 'create' : op,
        added,
        removed,
        turns: (known?.turns ?? 0) + 1,
      })
    }
  }
  return [...files.values()]
}

/** Files with an edit of which only the path is known, as many clients write them. */
function unsizedFiles({ progress, facts }: ProjectDay): number {
  const edits = progress.turns.flatMap(turn => facts.get(turnKey(turn))?.files ?? [])
  const isUnsized = ({ op, net, added, removed }: TurnFacts['files'][number]) =>
    !net && op !== 'delete' && added + removed === 0
  return new Set(edits.filter(isUnsized).map(({ path }) => path)).size
}
