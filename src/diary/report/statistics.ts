import { familyOf } from '../../transcripts/agents.ts'
import { byteOrder, countEach } from '../../transcripts/byte-order.ts'
import { countVerdicts } from '../check-totals.ts'
import { formatInZone } from '../dates/zone.ts'
import { estimatedCost, type PriceTable, roundCost } from '../prices/prices.ts'
import {
  type CheckKind,
  type CheckTotals,
  checkKinds,
  itemKinds,
  type Materiality,
  type TerminalType,
  type TurnFacts,
  terminalTypes,
  triggerTypes,
} from '../schema.ts'
import { turnKey } from '../workspace/refs.ts'
import { sum } from './charts/bars.ts'
import type { ProjectDay } from './day.ts'

export interface Statistics {
  turns: number
  sessions: number
  projects: number
  work_items: { [kind: string]: number }
  coverage: { indexed: number; with_chain: number; covered: number }
  trigger_types: { [type: string]: number }
  terminal_states: { [type: string]: number }
  tokens: NonNullable<TurnFacts['tokens']> & { known_turns: number; unknown_turns: number }
  cost_usd: { total: number | null; recorded: number; estimated: number; unknown_turns: number; price_table: string }
  checks: CheckTotals
  check_kinds: { [kind in CheckKind]: CheckTotals }
  files: { touched: number; created: number; edited: number; deleted: number; added: number; removed: number }
  /** Most changed first. */
  changed_files: ChangedFile[]
  tools: Array<{ name: string; family: string; count: number }>
  sources: { [source: string]: number }
  models: { [model: string]: number }
  timeline: TimelineEntry[]
}

export interface TimelineEntry {
  project_key: string
  session_ref: string
  turn_ref: string
  source: string
  start: string
  end: string
  terminal: TerminalType | null
  materiality: Materiality | null
}

/** Counted from the facts and chains of some projects of a day. */
export function statisticsOf(projects: readonly ProjectDay[], zone: string, prices: PriceTable): Statistics {
  const turns = projects.flatMap(project => project.progress.turns.map(turn => ({ project, key: turnKey(turn), turn })))
  const facts = turns.map(({ project, key }) => project.facts.get(key))
  const chains = turns.flatMap(({ project, key }) => project.chains.get(key) ?? [])
  const items = projects.flatMap(project => project.progress.items)
  const uncovered = projects.reduce((sum, { progress }) => sum + progress.uncovered.length, 0)
  const known = facts.flatMap(each => each ?? [])
  const files = changedFiles(projects)
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
    tokens: tokensOf(facts),
    cost_usd: costOf(facts, prices),
    checks: countVerdicts(known.flatMap(({ checks }) => checks)),
    check_kinds: checksByKind(known),
    files: {
      touched: files.length,
      created: files.filter(({ op }) => op === 'create').length,
      edited: files.filter(({ op }) => op === 'edit').length,
      deleted: files.filter(({ op }) => op === 'delete').length,
      added: sum(files.map(({ added }) => added)),
      removed: sum(files.map(({ removed }) => removed)),
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

function tokensOf(facts: ReadonlyArray<TurnFacts | undefined>): Statistics['tokens'] {
  const known = facts.flatMap(each => each?.tokens ?? [])
  return {
    input: sum(known.map(({ input }) => input)),
    output: sum(known.map(({ output }) => output)),
    cache_read: sum(known.map(({ cache_read }) => cache_read)),
    cache_write: sum(known.map(({ cache_write }) => cache_write)),
    reasoning: sum(known.map(({ reasoning }) => reasoning)),
    known_turns: known.length,
    unknown_turns: facts.length - known.length,
  }
}

function costOf(facts: ReadonlyArray<TurnFacts | undefined>, prices: PriceTable): Statistics['cost_usd'] {
  const isRecorded = (each: TurnFacts) => each.cost_basis === 'recorded' && each.cost_usd !== null
  const known = facts.flatMap(each => each ?? [])
  const recorded = known.filter(isRecorded).map(({ cost_usd }) => cost_usd ?? 0)
  const estimated = known
    .filter(each => !isRecorded(each))
    .map(each => estimatedCost(each, prices) ?? each.cost_usd)
    .filter(cost => cost !== null)
  const costs = [...recorded, ...estimated]
  return {
    total: costs.length > 0 ? roundCost(sum(costs)) : null,
    recorded: roundCost(sum(recorded)),
    estimated: roundCost(sum(estimated)),
    unknown_turns: facts.length - costs.length,
    price_table: prices.version,
  }
}

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

interface ChangedFile {
  project_key: string
  path: string
  op: TurnFacts['files'][number]['op']
  added: number
  removed: number
  turns: number
}

/** One entry per file of a project: what became of it, and all lines that came and went; most changed first. */
function changedFiles(projects: readonly ProjectDay[]): ChangedFile[] {
  return projects
    .flatMap(changedIn)
    .sort(
      (one, other) =>
        other.added + other.removed - (one.added + one.removed) ||
        byteOrder(one.project_key, other.project_key) ||
        byteOrder(one.path, other.path),
    )
}

function changedIn({ key, progress, facts }: ProjectDay): ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  const turns = progress.turns.flatMap(turn => facts.get(turnKey(turn)) ?? [])
  for (const { files: changes } of turns.sort(
    (one, other) => Date.parse(one.trigger_at) - Date.parse(other.trigger_at),
  )) {
    for (const { path, op, added, removed } of changes) {
      const known = files.get(path)
      files.set(path, {
        project_key: key,
        path,
        op: known?.op === 'create' && op === 'edit' ? 'create' : op,
        added: (known?.added ?? 0) + added,
        removed: (known?.removed ?? 0) + removed,
        turns: (known?.turns ?? 0) + 1,
      })
    }
  }
  return [...files.values()]
}
