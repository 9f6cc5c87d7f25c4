import { sum } from '../../../../src/diary/report/charts/bars.ts'
import type { Statistics } from '../../../../src/diary/report/statistics.ts'
import type { CheckKind, CheckVerdict } from '../../../../src/diary/schema.ts'
import type { DayProject } from './day-view.ts'

type Tool = Statistics['tools'][number]
type ChangedFile = Statistics['changed_files'][number]

/** The statistics the charts show, summed over some of a day's projects. */
export interface Totals {
  tools: Tool[]
  files: Statistics['files']
  changed_files: ChangedFile[]
  check_kinds: Statistics['check_kinds']
  tokens: Statistics['tokens']
  cost_usd: Statistics['cost_usd']
}

export function totalsOf(projects: readonly DayProject[]): Totals {
  const all = projects.map(({ statistics }) => statistics)
  return {
    tools: toolsOf(all),
    files: {
      touched: sum(all.map(({ files }) => files.touched)),
      created: sum(all.map(({ files }) => files.created)),
      edited: sum(all.map(({ files }) => files.edited)),
      deleted: sum(all.map(({ files }) => files.deleted)),
      added: sum(all.map(({ files }) => files.added)),
      removed: sum(all.map(({ files }) => files.removed)),
    },
    changed_files: all
      .flatMap(({ changed_files }) => changed_files)
      .sort((one, other) => other.added + other.removed - (one.added + one.removed)),
    check_kinds: checksOf(all),
    tokens: tokensOf(all),
    cost_usd: costOf(all),
  }
}

function toolsOf(all: readonly Statistics[]): Tool[] {
  const tools = new Map<string, Tool>()
  for (const tool of all.flatMap(({ tools }) => tools)) {
    tools.set(tool.name, { ...tool, count: tool.count + (tools.get(tool.name)?.count ?? 0) })
  }
  return [...tools.values()].sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

function tokensOf(all: readonly Statistics[]): Statistics['tokens'] {
  const total = (kind: keyof Statistics['tokens']) => sum(all.map(({ tokens }) => tokens[kind]))
  return {
    input: total('input'),
    output: total('output'),
    cache_read: total('cache_read'),
    cache_write: total('cache_write'),
    reasoning: total('reasoning'),
    known_turns: total('known_turns'),
    unknown_turns: total('unknown_turns'),
  }
}

function costOf(all: readonly Statistics[]): Statistics['cost_usd'] {
  const costs = all.map(({ cost_usd }) => cost_usd)
  const known = costs.flatMap(({ total }) => total ?? [])
  return {
    total: known.length > 0 ? sum(known) : null,
    recorded: sum(costs.map(({ recorded }) => recorded)),
    estimated: sum(costs.map(({ estimated }) => estimated)),
    unknown_turns: sum(costs.map(({ unknown_turns }) => unknown_turns)),
    price_table: [...new Set(costs.map(({ price_table }) => price_table))].join(', '),
  }
}

function checksOf(all: readonly Statistics[]): Statistics['check_kinds'] {
  const verdicts = (kind: CheckKind) => {
    const ended = (verdict: CheckVerdict) => sum(all.map(each => each.check_kinds[kind][verdict]))
    return { pass: ended('pass'), fail: ended('fail'), unknown: ended('unknown') }
  }
  return { typecheck: verdicts('typecheck'), lint: verdicts('lint'), test: verdicts('test'), build: verdicts('build') }
}
