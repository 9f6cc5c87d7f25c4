import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prepareDay } from '../../src/diary/prepare/prepare.ts'
import { bundledPrices } from '../../src/diary/prices/price-table.ts'
import { loadDay } from '../../src/diary/report/day.ts'
import { statisticsOf } from '../../src/diary/report/statistics.ts'
import { type CostFigures, costText } from '../../src/diary/report/text/costs.ts'
import { diarySettings } from '../../src/diary/settings.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { table } from '../harness/table.ts'

/** What a person worked out that a day cost. */
interface CostLabel {
  date: string
  field: 'cost'
  correct: { usd_1h_price: number }
}

interface JudgedCost {
  date: string
  /** Of the label, which leaves out sub-agents. */
  label: number
  /** Worked out here, by other code than Daybook's: of the main thread, and of sub-agents. */
  main: number
  subagents: number
  daybook: CostFigures
}

export function isCostLabel(row: unknown): row is CostLabel {
  return typeof row === 'object' && row !== null && 'field' in row && row.field === 'cost'
}

/** What Daybook says that the labelled days cost, beside the labels and a sum of our own. Days are those of UTC. */
export async function judgeCosts(
  folder: string,
  labels: readonly CostLabel[],
  paths: readonly string[],
): Promise<JudgedCost[]> {
  if (labels.length === 0) return []
  const own = recompute(paths)
  const home = mkdtempSync(join(tmpdir(), 'daybook-truth-'))
  const surroundings = { env: { DAYBOOK_CLAUDE_ROOTS: resolve(folder) }, home, platform: process.platform }
  const diary = diarySettings(home, { timezone: 'UTC', surroundings })
  try {
    const judged: JudgedCost[] = []
    for (const { date, correct } of labels) {
      await prepareDay(
        { diary, log: () => {}, clock: Date.now },
        { date, timezone: 'UTC', mode: 'reuse', progress: () => {} },
      )
      const day = await loadDay(diary, await openWorkspace(diary, date))
      const { cost_usd } = statisticsOf(day.projects, 'UTC', bundledPrices, day.metadata.earlier_usage)
      judged.push({ date, label: correct.usd_1h_price, ...(own.get(date) ?? none), daybook: cost_usd })
    }
    return judged
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The share of days whose cost is as good as that of the labels, or of our own sum; labels leave out sub-agents. */
export function nearShare(costs: readonly JudgedCost[], to: 'label' | 'recomputed'): number {
  const near = costs.filter(({ label, main, subagents, daybook }) => {
    const said = daybook.total ?? 0
    return to === 'label' ? distance(said - daybook.subagents, label) <= 0.01 : distance(said, main + subagents) <= 0.01
  })
  return near.length / costs.length
}

export function costTable(costs: readonly JudgedCost[]): string {
  const usd = (amount: number) => amount.toFixed(4)
  return table<JudgedCost>(
    [
      { title: 'day', value: ({ date }) => date },
      { title: 'label', align: 'right', value: ({ label }) => usd(label) },
      { title: 'recomputed', align: 'right', value: ({ main }) => usd(main) },
      { title: 'its sub-agents', align: 'right', value: ({ subagents }) => usd(subagents) },
      { title: 'Daybook', align: 'right', value: ({ daybook }) => usd((daybook.total ?? 0) - daybook.subagents) },
      { title: 'its sub-agents', align: 'right', value: ({ daybook }) => usd(daybook.subagents) },
      { title: 'said as', value: ({ daybook }) => costText({ cost_usd: daybook }) },
    ],
    costs,
    'text',
  )
}

/** How far apart two sums are, as a share of the second. */
function distance(one: number, other: number): number {
  return other === 0 ? (one === 0 ? 0 : 1) : Math.abs(one - other) / other
}

const none = { main: 0, subagents: 0 }

interface Reply {
  day: string
  isSubagent: boolean
  usd: number
}

/** Every reply once, by message and request, from its last row, on the day of that row. */
function recompute(paths: readonly string[]): Map<string, typeof none> {
  const replies = new Map<string, Reply>()
  for (const path of paths) {
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const row = rowIn(text)
      const message = row?.message
      if (!row || !message?.usage || message.model === '<synthetic>') continue
      const isSubagent = row.isInline === true || row.isSidechain === true
      const usd = priceOf(message.model ?? '', message.usage)
      replies.set(`${message.id} ${row.requestId}`, { day: (row.timestamp ?? '').slice(0, 10), isSubagent, usd })
    }
  }
  const days = new Map<string, typeof none>()
  for (const { day, isSubagent, usd } of replies.values()) {
    const known = days.get(day) ?? none
    days.set(day, isSubagent ? { ...known, subagents: known.subagents + usd } : { ...known, main: known.main + usd })
  }
  return days
}

interface Row {
  type?: string
  timestamp?: string
  requestId?: string
  isSidechain?: boolean
  isInline?: boolean
  message?: { id?: string; model?: string; usage?: Usage }
  data?: { type?: string; message?: Row }
}

interface Usage {
  input_tokens?: number
  output_tokens?: number
  cache_read_input_tokens?: number
  cache_creation_input_tokens?: number
  cache_creation?: { ephemeral_1h_input_tokens?: number }
}

/** The assistant's row on a line, its own or the one a sub-agent's progress holds. */
function rowIn(text: string): Row | undefined {
  if (!text.includes('"assistant"')) return undefined
  let row: Row | undefined
  try {
    row = JSON.parse(text)
  } catch {
    return undefined
  }
  if (row?.type === 'assistant') return row
  const inner = row?.type === 'progress' && row.data?.type === 'agent_progress' ? row.data.message : undefined
  return inner?.type === 'assistant' ? { ...inner, isInline: true } : undefined
}

function priceOf(model: string, usage: Usage): number {
  const price = bundledPrices.models[model]
  if (!price) return 0
  const { input_tokens = 0, output_tokens = 0, cache_read_input_tokens: read = 0 } = usage
  const written = usage.cache_creation_input_tokens ?? 0
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  const {
    input,
    output,
    cache_read = 0,
    cache_write = 0,
    cache_write_1h = 0,
  } = price.long?.find(({ above }) => input_tokens + read + written > above) ?? price
  const sum = input_tokens * input + output_tokens * output + read * cache_read
  return (sum + (written - hour) * cache_write + hour * cache_write_1h) / 1_000_000
}
