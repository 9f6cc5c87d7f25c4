import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { prepareDay } from '../../src/diary/prepare/prepare.ts'
import { bundledPrices } from '../../src/diary/prices/price-table.ts'
import type { CostFigures } from '../../src/diary/report/cost-schema.ts'
import { loadDay } from '../../src/diary/report/day.ts'
import { statisticsOf } from '../../src/diary/report/statistics.ts'
import { costText } from '../../src/diary/report/text/costs.ts'
import { diarySettings } from '../../src/diary/settings.ts'
import { openWorkspace } from '../../src/diary/workspace/open.ts'
import { type JudgeField, shareOf } from './field.ts'

/** What a person worked out that a day cost. */
interface CostLabel {
  date: string
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

/** What Daybook says that the labelled days cost, beside the labels and a sum of our own. Days are those of UTC. */
export const judgeCosts: JudgeField = async ({ paths, labels }) => {
  const ofDays = labels.flatMap(label => CostRow.safeParse(label).data ?? [])
  if (ofDays.length === 0) return null
  const costs = await daysOf(ofDays, paths)
  const share = (isNear: (cost: JudgedCost) => boolean) => shareOf(costs.filter(isNear).length, costs.length)
  return {
    basis: `${costs.length} days with their cost.`,
    measures: [
      { name: 'days whose cost is within 1 % of the label', share: share(isNearLabel), target: 1 },
      { name: 'days whose cost is within 1 % of our own sum', share: share(isNearSum), target: 1 },
    ],
    misses: costs.filter(cost => !isNearLabel(cost) || !isNearSum(cost)).map(inWords),
  }
}

const CostRow = z.object({
  field: z.literal('cost'),
  date: z.string(),
  correct: z.object({ usd_1h_price: z.number() }),
})

function isNearLabel({ label, daybook }: JudgedCost): boolean {
  return distance((daybook.total ?? 0) - daybook.subagents, label) <= 0.01
}

function isNearSum({ main, subagents, daybook }: JudgedCost): boolean {
  return distance(daybook.total ?? 0, main + subagents) <= 0.01
}

function inWords({ date, label, main, subagents, daybook }: JudgedCost): string {
  const [own, apart] = [main, subagents].map(amount => amount.toFixed(4))
  return `${date} cost: label ${label}, our own sum ${own} and ${apart} of sub-agents, said ${costText({ cost_usd: daybook })}`
}

async function daysOf(labels: readonly CostLabel[], paths: readonly string[]): Promise<JudgedCost[]> {
  const own = recompute(paths)
  const home = mkdtempSync(join(tmpdir(), 'daybook-truth-'))
  const folders = [...new Set(paths.map(path => resolve(dirname(path))))]
  const roots = folders.filter(folder => !folders.some(other => folder.startsWith(`${other}${sep}`)))
  const env = { DAYBOOK_CLAUDE_ROOTS: roots.join(delimiter) }
  const diary = diarySettings(home, { timezone: 'UTC', environment: { env, home, platform: process.platform } })
  try {
    const judged: JudgedCost[] = []
    for (const { date, correct } of labels) {
      const request = { date, timezone: 'UTC', mode: 'reuse' as const, progress: () => {} }
      await prepareDay({ diary, log: () => {}, clock: Date.now }, request)
      const day = await loadDay(diary, await openWorkspace(diary, date))
      const { cost_usd } = statisticsOf(day.projects, 'UTC', bundledPrices, day.metadata.earlier_usage)
      judged.push({ date, label: correct.usd_1h_price, ...(own.get(date) ?? none), daybook: cost_usd })
    }
    return judged
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
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
