import { byteOrder } from '../byte-order.ts'
import type { TokenUsage } from '../event.ts'
import type { Resume, ScannedFile, SourceReader, TurnUsage } from '../reader.ts'
import { numberAt, type TranscriptRecord, type TurnLine, wordsAt } from '../record.ts'
import { noTokens, sumTokens } from '../tokens.ts'
import { materializedCalls, materializedCompact } from './compact.ts'
import { materializedEvents } from './events.ts'
import { MaterializedScanner } from './scanner.ts'

/** How the lines we made are read, whatever they were made from. */
export const materializedReading: Pick<SourceReader, 'scanner' | 'events' | 'usage' | 'calls' | 'compact'> = {
  scanner: (file: ScannedFile, from?: Resume) => new MaterializedScanner(file, from),
  events: materializedEvents,
  usage: (_turn, lines) => materializedUsage(lines),
  calls: materializedCalls,
  compact: materializedCompact,
}

function materializedUsage(lines: Iterable<TurnLine>): TurnUsage {
  const models = new Set<string>()
  let tokens: TokenUsage | null = null
  let costUsd: number | null = null
  for (const { record } of lines) {
    if (record?.kind !== 'usage') continue
    const model = wordsAt(record, 'model')
    if (model !== undefined) models.add(model)
    tokens = sumTokens(tokens ?? noTokens, tokensIn(record))
    const cost = numberAt(record, 'cost_usd')
    if (cost !== undefined) costUsd = (costUsd ?? 0) + cost
  }
  return { tokens, costUsd, models: [...models].sort(byteOrder) }
}

function tokensIn(record: TranscriptRecord): TokenUsage {
  return {
    input: numberAt(record, 'input') ?? 0,
    output: numberAt(record, 'output') ?? 0,
    cache_read: numberAt(record, 'cache_read') ?? 0,
    cache_write: numberAt(record, 'cache_write') ?? 0,
    reasoning: numberAt(record, 'reasoning') ?? 0,
  }
}
