import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordHash } from '../../src/transcripts/canonical-json.ts'
import { fileEdits } from '../../src/transcripts/file-edits.ts'
import { parseLines } from '../../src/transcripts/lines.ts'
import type { ScannedTurn, SourceReader, Tally } from '../../src/transcripts/reader.ts'
import { type Scan, type StoredScan, scanChunks } from '../../src/transcripts/scan.ts'
import { type Corpus, corpora } from './corpora.ts'
import { mutation } from './mutations.ts'

export interface Extent {
  /** How many damaged files are read. */
  damaged: number
  /** How many damaged files are read in parts. */
  parts: number
  /** Of the places where a file can be cut in two, one in so many is tried. */
  cutEvery: number
}

export function testReaders(extent: Extent): void {
  describe.each(corpora)('whatever is in a file of $reader.source', corpus => {
    const anyFixture = fc.constantFrom(...corpus.fixtures)

    it('nothing makes the reader throw, every byte is accounted for and every turn is sound', () => {
      fc.assert(
        fc.property(anyFixture, fc.array(mutation, { minLength: 1, maxLength: 4 }), ([, bytes], mutations) => {
          const changed = mutations.reduce((before, mutate) => mutate(before), bytes)
          const { summary } = scanChunks(corpus.reader, corpus.file, [changed])
          expect(summary.tally.bytes).toBe(changed.length)
          expect(accounted(summary.tally)).toBe(changed.length)
          expect(linesIn(summary.tally)).toBe(summary.tally.lines)
          expectSound(summary.turns, summary.tally.lines, changed)
          readThrough(corpus.reader, changed, summary.turns)
        }),
        { numRuns: extent.damaged },
      )
    })

    it.each(corpus.fixtures)('reading %s in two parts gives what reading it at once gives', (_, bytes) => {
      const whole = scanChunks(corpus.reader, corpus.file, [bytes])
      for (const cut of cutsOf(bytes, extent.cutEvery)) {
        const stored = store(scanChunks(corpus.reader, corpus.file, [bytes.subarray(0, cut)]))
        expectSame(goOn(corpus, stored, bytes), whole)
      }
    })

    it('reading a damaged file in many parts gives what reading it at once gives', () => {
      const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 })
      fc.assert(
        fc.property(anyFixture, fc.array(mutation, { maxLength: 3 }), cuts, ([, bytes], mutations, places) => {
          const changed = mutations.reduce((before, mutate) => mutate(before), bytes)
          const sizes = [...places.map(place => Math.floor(place * changed.length)), changed.length].sort(
            (a, b) => a - b,
          )
          let scan = scanChunks(corpus.reader, corpus.file, [])
          for (const size of sizes) scan = goOn(corpus, store(scan), changed.subarray(0, size))
          expectSame(scan, scanChunks(corpus.reader, corpus.file, [changed]))
        }),
        { numRuns: extent.parts },
      )
    })
  })
}

/** Every place near a line end, and many between; or one of so many of these. */
function cutsOf(bytes: Buffer, every: number): number[] {
  const isNearLineEnd = (at: number) => bytes.subarray(Math.max(0, at - 3), at + 3).includes(0x0a)
  const places = Array.from({ length: bytes.length + 1 }, (_, at) => at)
  return places.filter(at => at % 13 === 0 || isNearLineEnd(at)).filter((_, index) => index % every === 0)
}

/** What a cache would keep of a scan. */
function store({ summary, checkpoint, position, tail }: Scan): StoredScan {
  return {
    checkpoint: JSON.parse(JSON.stringify(checkpoint)),
    turns: JSON.parse(JSON.stringify(summary.turns)),
    marks: summary.marks,
    position,
    tail,
    size: summary.tally.bytes,
  }
}

function goOn({ reader, file }: Corpus, stored: StoredScan, bytes: Buffer): Scan {
  return scanChunks(reader, file, [bytes.subarray(stored.position.bytes)], stored)
}

function expectSame(actual: Scan, expected: Scan): void {
  // Comparing text is much quicker than comparing structures, and says as much.
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

function accounted({ readBytes, skippedBytes }: Tally): number {
  return Object.values(skippedBytes).reduce((sum, bytes) => sum + bytes, readBytes)
}

function linesIn({ readLines, skippedLines }: Tally): number {
  return Object.values(skippedLines).reduce((sum, lines) => sum + lines, readLines)
}

function expectSound(turns: ScannedTurn[], lines: number, bytes: Buffer): void {
  let line = 0
  let byte = 0
  for (const turn of turns) {
    expect(turn.startLine).toBeGreaterThan(line)
    expect(turn.endLine).toBeGreaterThanOrEqual(turn.echoLine ?? turn.startLine)
    expect(turn.startByte).toBeGreaterThanOrEqual(byte)
    expect(turn.endByte).toBeGreaterThan(turn.startByte)
    expect(turn.startByte === 0 || bytes[turn.startByte - 1] === 0x0a).toBe(true)
    expect(turn.endByte === bytes.length || bytes[turn.endByte - 1] === 0x0a).toBe(true)
    expect(turn.lastAt).toBeGreaterThanOrEqual(turn.at)
    line = turn.endLine
    byte = turn.endByte
  }
  expect(line).toBeLessThanOrEqual(lines)
  expect(byte).toBeLessThanOrEqual(bytes.length)
}

/** Everything else that is ever asked of a reader. */
function readThrough(reader: SourceReader, bytes: Buffer, turns: ScannedTurn[]): void {
  const lines = parseLines(bytes)
  const calls = lines.flatMap(({ record }) => (record ? reader.calls(record) : []))
  for (const line of lines) {
    recordHash(line)
    if (line.record) JSON.stringify(reader.compact(line.record, id => calls.find(call => call.id === id) ?? null))
  }
  for (const turn of turns) {
    const own = lines.slice(turn.startLine - 1, turn.endLine)
    const events = reader.events(turn, own)
    expect(events[0]).toEqual({ kind: 'user', line: turn.startLine, text: turn.text })
    expect(events.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(events.map(({ line }) => line))
    expect(events.at(-1)?.line ?? 0).toBeLessThanOrEqual(turn.endLine)
    reader.usage(turn, own)
    for (const event of events) if (event.kind === 'call') fileEdits(event, null)
  }
}
