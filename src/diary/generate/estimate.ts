import { parseModelName } from '../../models/providers.ts'
import { estimatedCost, type PriceTable } from '../prices/prices.ts'
import type { TurnFacts } from '../schema.ts'
import type { DiarySettings, GenerationMode } from '../settings.ts'

export interface Amount {
  /** Of every turn without a chain. */
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
/** Of all tokens, about so many are written by the model. */
const writtenShare = 0.15

/** About how many tokens a mode will use, from the sizes of what is left to do; nothing is read for it. */
export function estimatedTokens(mode: GenerationMode, { bytes, uncovered }: Amount): number {
  if (mode === 'builtin' || uncovered === 0) return 0
  const turns = bytes.reduce(
    (sum, size) => sum + Math.min(largestTurn, Math.ceil(size / bytesPerToken)) + aroundTurn,
    0,
  )
  const once = turns + uncovered * perItemTurn + aroundProject
  return mode === 'model' ? once : once * resending
}

/** Null where the price of what will be used is not known. */
export function estimatedUsd(
  mode: GenerationMode,
  tokens: number,
  { model, agentModel }: Pick<DiarySettings, 'model' | 'agentModel'>,
  prices: PriceTable,
): number | null {
  if (tokens === 0) return 0
  const named = mode === 'model' ? model && parseModelName(model)?.model.split('/').at(-1) : agentModel
  const output = Math.round(tokens * writtenShare)
  const used: TurnFacts['tokens'] = { input: tokens - output, output, cache_read: 0, cache_write: 0, reasoning: 0 }
  return estimatedCost({ source: mode, models: named ? [named] : [], tokens: used }, prices)
}
