import { z } from 'zod'
import { parseModelName } from '../../models/providers.ts'
import { DateArgument, listOf, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { orInvalidDate, targetDay } from '../dates/window.ts'
import { consentFor, consents, modeNamed, modes } from '../generate/modes.ts'
import { type Mode, Unavailable } from '../generate/producer.ts'
import { priceOfTokens } from '../prices/cost.ts'
import { loadPrices, type PriceTable } from '../prices/price-table.ts'
import type { TurnFacts } from '../schema.ts'
import { type DiarySettings, type GenerationMode, generationModes } from '../settings.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { progressOf } from '../workspace/progress.ts'
import { loadProject, projectKeys } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'

const ModeState = z.object({
  name: z.enum(generationModes),
  available: z.boolean(),
  reason: z.string().nullable().describe('What is missing and what to do'),
})

export const diaryEstimate = diaryOperation({
  name: 'diary_estimate',
  audience: 'people',
  summary: 'What generating the rest of a day would use and send, and which ways to generate there are.',
  effect: 'read',
  input: z.strictObject({
    date: DateArgument.describe('Day YYYY-MM-DD; today when absent').optional(),
    with: z.enum(generationModes).describe('Who would read the transcripts; as configured when absent').optional(),
    projects: listOf(name('ledger-d7579830878a')).min(1).describe('Only these; all when absent').optional(),
  }),
  result: {
    turns_without_chain: z.int(),
    uncovered_turns: z.int(),
    estimated_tokens: z.int(),
    estimated_cost_usd: z.number().nullable(),
    consent: z.enum(consents),
    sends: z.string(),
    modes: z.array(ModeState),
  },
  async run(args, ctx) {
    const { date, with: chosen = ctx.diary.with, projects } = args
    const day = orInvalidDate(() => targetDay({ date }, ctx.clock(), ctx.diary.timezone))
    const amount = await amountOf(ctx, day, projects)
    const mode = modeNamed(chosen)
    const tokens = estimatedTokens(chosen, amount)
    return {
      turns_without_chain: amount.bytes.length,
      uncovered_turns: amount.uncovered,
      estimated_tokens: tokens,
      estimated_cost_usd: estimatedUsd(chosen, tokens, ctx.diary, await loadPrices(ctx.diary)),
      consent: consentFor(ctx.diary, mode),
      sends: mode.sends,
      modes: await Promise.all(modes.map(each => stateOf(ctx, each))),
    }
  },
})

function amountOf(ctx: DiaryContext, date: string, projects: readonly string[] | undefined) {
  return readWorkspace(ctx, date, async workspace => {
    const bytes: number[] = []
    let uncovered = 0
    for (const key of projects ?? (await projectKeys(workspace))) {
      const progress = await progressOf(await loadProject(workspace, key))
      const facts = await loadFacts(progress.project)
      uncovered += progress.uncovered.length
      bytes.push(...progress.unextracted.map(turn => facts.get(turnKey(turn))?.bytes ?? 0))
    }
    return { bytes, uncovered }
  })
}

async function stateOf(
  ctx: DiaryContext,
  mode: Mode,
): Promise<{ name: GenerationMode; available: boolean; reason: string | null }> {
  const { name } = mode
  try {
    await (await mode.open(ctx)).close?.()
    return { name, available: true, reason: null }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return { name, available: false, reason: `${error.message}; ${error.hint}` }
  }
}

interface Amount {
  /** The size of every turn without a chain. */
  bytes: readonly number[]
  uncovered: number
}

const bytesPerToken = 3.5
/** No turn is read with more than this. */
const largestTurn = 24_000
/** What is said around a turn: the rules, an example, the chain that is answered. */
const aroundTurn = 4000
const aroundProject = 6000
const perItemTurn = 800
/** An agent sends what it has read again with every call it makes. */
const resending = 3
/** The share of all tokens that the model writes, roughly. */
const writtenShare = 0.15

/** About how many tokens a mode will use, from the sizes of what is left to do; nothing is read for it. */
function estimatedTokens(mode: GenerationMode, { bytes, uncovered }: Amount): number {
  if (mode === 'builtin' || uncovered === 0) return 0
  const turns = bytes.reduce(
    (sum, size) => sum + Math.min(largestTurn, Math.ceil(size / bytesPerToken)) + aroundTurn,
    0,
  )
  const once = turns + uncovered * perItemTurn + aroundProject
  return mode === 'model' ? once : once * resending
}

/** Null where the price of what will be used is not known. */
function estimatedUsd(
  mode: GenerationMode,
  tokens: number,
  { model, agentModel }: Pick<DiarySettings, 'model' | 'agentModel'>,
  prices: PriceTable,
): number | null {
  if (tokens === 0) return 0
  const named = mode === 'model' ? model && parseModelName(model)?.model.split('/').at(-1) : agentModel
  const output = Math.round(tokens * writtenShare)
  const used: TurnFacts['tokens'] = { input: tokens - output, output, cache_read: 0, cache_write: 0, reasoning: 0 }
  return priceOfTokens(named, used, prices)
}
