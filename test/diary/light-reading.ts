import fc from 'fast-check'
import { expect } from 'vitest'
import { chainOf } from '../../src/diary/extract/extract.ts'
import { turnFacts } from '../../src/diary/extract/facts.ts'
import { SessionContent, type TurnContent } from '../../src/diary/prepare/copy-session.ts'
import { bundledPrices } from '../../src/diary/prices/price-table.ts'
import type { Chain, TurnFacts } from '../../src/diary/schema.ts'
import { OffsetsBuilder } from '../../src/diary/workspace/offsets.ts'
import { LineSplitter, parseLine } from '../../src/transcripts/lines.ts'
import type { ScannedTurn, SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { type Corpus, corpora } from '../transcripts/corpora.ts'
import { mutation } from '../transcripts/mutations.ts'
import { linesIn } from '../transcripts/scanning.ts'
import { stretched } from '../transcripts/stretched.ts'

export const fixtures = corpora.flatMap(corpus => corpus.fixtures.map(([name, bytes]) => ({ corpus, name, bytes })))

/** The same of so many sessions that are stretched and damaged. */
export function expectSameDamaged(runs: number): void {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.constantFrom(...fixtures), mutations, ({ corpus, bytes }, changes) =>
      expectSame(
        corpus,
        changes.reduce((before, change) => change(before), stretched(bytes)),
      ),
    ),
    { numRuns: runs },
  )
}

/** Expects the same facts, chains and offsets from a session read while it is copied as from all of it. */
export function expectSame(corpus: Corpus, bytes: Buffer): void {
  const { reader } = corpus
  const turns = turnsIn(corpus, bytes)
  const content = contentsOf(reader, turns, bytes)
  const whole = turns.map(turn => {
    const lines = linesIn(bytes, turn)
    return { events: reader.events(turn, lines), usage: reader.usage(turn, lines) }
  })
  expect(content.turns.map((turn, nth) => saidOf(reader, turns[nth], turn))).toEqual(
    whole.map((turn, nth) => saidOf(reader, turns[nth], turn)),
  )
  const stamp = { size: BigInt(bytes.length), mtimeNs: 1n, ino: 1n }
  expect(content.offsets.bytes(stamp).equals(offsetsOf(reader, bytes).bytes(stamp))).toBe(true)
}

export function turnsIn({ reader, file }: Corpus, bytes: Buffer): ScannedTurn[] {
  return scanChunks(reader, file, [bytes]).summary.turns
}

export function contentsOf(reader: SourceReader, turns: readonly ScannedTurn[], bytes: Buffer): SessionContent {
  const content = new SessionContent(reader, turns)
  content.push(bytes)
  content.end()
  return content
}

const noCost = { usd: null, subagents: 0, unpriced: 0, cutShort: 0 }

export function saidOf(
  reader: SourceReader,
  turn: ScannedTurn | undefined,
  content: TurnContent | null,
): { facts: TurnFacts; chain: Chain } | null {
  if (!turn || !content) return null
  const known = {
    session_ref: 'S0001',
    turn_ref: 'T0001',
    span_sha256: '',
    spending: { rows: [], cost: noCost },
    prices: bundledPrices,
  }
  const root = '/fake/ledger'
  const around = { turn_ref: 'T0001', root, first_in_file: true, previous_interrupted: false }
  return {
    facts: turnFacts({ ...known, source: reader.source, turn, root, ...content }),
    chain: chainOf(turn, content.events, around),
  }
}

function offsetsOf(reader: SourceReader, bytes: Buffer): OffsetsBuilder {
  const builder = new OffsetsBuilder()
  const splitter = new LineSplitter(({ number, start, bytes: line }) => {
    const record = line && parseLine(line, number === 1)
    builder.add(start, record ? reader.calls(record).flatMap(({ id }) => id ?? []) : [])
  })
  splitter.push(bytes)
  splitter.end()
  return builder
}
