import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainOf } from '../../src/diary/extract/extract.ts'
import { turnFacts } from '../../src/diary/extract/facts.ts'
import { SessionContent, type TurnContent } from '../../src/diary/prepare/copy-session.ts'
import { bundledPrices } from '../../src/diary/prices/price-table.ts'
import type { Chain, TurnFacts } from '../../src/diary/schema.ts'
import { OffsetsBuilder } from '../../src/diary/workspace/offsets.ts'
import { LineSplitter, parseLine } from '../../src/transcripts/lines.ts'
import type { ScannedTurn, SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { type Corpus, corpora } from '../transcripts/corpora.ts'
import { mutation } from '../transcripts/mutations.ts'
import { linesIn } from '../transcripts/scanning.ts'
import { stretched } from '../transcripts/stretched.ts'

const all = corpora.flatMap(corpus => corpus.fixtures.map(([name, bytes]) => ({ corpus, name, bytes })))

describe('Reading a session while it is copied', () => {
  it.each(all)(
    'Reading a session while it is copied gives the same facts and chains for $name as reading all of it',
    ({ corpus, bytes }) => {
      expectSame(corpus, bytes)
      expectSame(corpus, stretched(bytes))
    },
  )

  it('Reading a session while it is copied gives the same facts and chains for damaged sessions with long texts', () => {
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...all), mutations, ({ corpus, bytes }, changes) =>
        expectSame(
          corpus,
          changes.reduce((before, change) => change(before), stretched(bytes)),
        ),
      ),
      { numRuns: propertyRuns(600) },
    )
  })

  it.each([
    ['says nothing', { toolUseResult: null }],
    ['is missing', {}],
    [
      'tells the lines',
      { toolUseResult: { filePath: '/fake/ledger/a.ts', structuredPatch: [{ lines: ['-a', '+b'] }] } },
    ],
  ])(
    'Reading a session while it is copied counts the lines of an edit whose result %s as reading all of it does',
    (_, detail) => {
      const [claude] = corpora
      if (!claude) throw new Error('There is a corpus.')
      const kept = 'x'.repeat(5000)
      const edited = { file_path: '/fake/ledger/a.ts', old_string: `a\n${kept}\n`, new_string: `b\n${kept}\n` }
      const lines = [conversation[0], call('edit', 'Edit', 1, edited), { ...result('edit', 2), ...detail }]
      const bytes = Buffer.from(`${lines.map(line => JSON.stringify(line)).join('\n')}\n`)
      expectSame(claude, bytes)
      const [turn] = turnsIn(claude, bytes)
      const [content] = contentsOf(claude.reader, turn ? [turn] : [], bytes).turns
      expect(saidOf(claude.reader, turn, content ?? null)?.facts.files).toMatchObject([
        { added: 1, removed: 1, net: true },
      ])
    },
  )

  it('Reading a session while it is copied does not keep the texts that neither facts nor chains need', () => {
    const [claude] = corpora
    if (!claude) throw new Error('There is a corpus.')
    const bytes = Buffer.from(`${conversation.map(line => JSON.stringify(line)).join('\n')}\n`)
    const events = contentsOf(claude.reader, turnsIn(claude, bytes), bytes).turns.flatMap(turn => turn?.events ?? [])
    const results = events.flatMap(event => (event.kind === 'result' ? [[event.id, event.text.length]] : []))
    expect(results).toEqual([
      ['read', 0],
      ['bash', 5000],
      ['failed', 5000],
      ['cat', 0],
    ])
    expectSame(claude, bytes)
  })
})

const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 2, 0, second)).toISOString()
const call = (id: string, name: string, second: number, input: object = { command: 'npm test' }) => ({
  type: 'assistant',
  timestamp: at(second),
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
})
const result = (id: string, second: number, more: object = {}) => ({
  type: 'user',
  timestamp: at(second),
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(5000), ...more }],
  },
})
const conversation = [
  { type: 'user', timestamp: at(0), sessionId: 's', message: { role: 'user', content: 'y'.repeat(5000) } },
  call('read', 'Read', 1),
  result('read', 2),
  call('bash', 'Bash', 3),
  result('bash', 4),
  call('failed', 'Read', 5),
  result('failed', 6, { is_error: true }),
  call('cat', 'Bash', 7, { command: 'cat notes.md' }),
  result('cat', 8),
]

function expectSame(corpus: Corpus, bytes: Buffer): void {
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

function turnsIn({ reader, file }: Corpus, bytes: Buffer): ScannedTurn[] {
  return scanChunks(reader, file, [bytes]).summary.turns
}

function contentsOf(reader: SourceReader, turns: readonly ScannedTurn[], bytes: Buffer): SessionContent {
  const content = new SessionContent(reader, turns)
  content.push(bytes)
  content.end()
  return content
}

const noCost = { usd: null, subagents: 0, unpriced: 0, cutShort: 0 }

function saidOf(
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
