import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScanWarning, SkippedBytes } from '../../transcripts/reader.ts'
import type { Metadata } from '../schema.ts'
import { coverageOf, withProblems } from './coverage.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'

type Turn = IndexedTranscript['turns'][number]

function turn(startByte: number, endByte: number, skipped: SkippedBytes = {}): Turn {
  return {
    startLine: 1,
    endLine: 2,
    startByte,
    endByte,
    echoLine: null,
    kind: 'message',
    at: 0,
    lastAt: 0,
    timeBasis: 'own',
    uuid: null,
    continued: false,
    branch: null,
    usageBefore: null,
    modelBefore: null,
    skipped,
  }
}

function transcript(size: number, turns: Turn[], warnings: ScanWarning[] = []) {
  return { size, turns, warnings }
}

describe('the bytes of a session on a day', () => {
  it('the bytes of a session on a day are read, skipped with a reason or lost, each once', () => {
    const turns = [turn(10, 100), turn(100, 300, { system: 40, malformed: 7 }), turn(320, 400), turn(400, 500)]
    expect(coverageOf(transcript(500, turns), [1], [0, 1, 2])).toEqual({
      bytes: 500,
      read: 153,
      skipped: { 'before-first-turn': 10, 'other-days': 170, 'between-turns': 20, copied: 100, system: 40 },
      lost: 7,
      problems: ['unreadable-lines'],
    })
  })

  it('the bytes of a session on a day add up for whatever turns', () => {
    const pieces = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1 })))
    fc.assert(
      fc.property(pieces, fc.func(fc.boolean()), (sizes, isOwn) => {
        let at = 0
        const turns = sizes.map(([gap, size, share]) => {
          const start = at + gap
          at = start + size
          const part = Math.floor(size * (Number.isNaN(share) ? 0 : share))
          return turn(start, at, { system: Math.floor(part / 2), malformed: part - Math.floor(part / 2) })
        })
        const own = turns.flatMap((_, index) => (isOwn(index) ? [index] : []))
        const { bytes, read, skipped, lost } = coverageOf(transcript(at, turns), own.slice(1), own)
        expect(read).toBeGreaterThanOrEqual(0)
        expect(Object.values(skipped).reduce((sum, each) => sum + each, read + lost)).toBe(bytes)
      }),
    )
  })

  it('the bytes of a session on a day show a format that is not known once a notable share of them is of unknown types', () => {
    const problems = (unknown: number) =>
      coverageOf(transcript(1000, [turn(0, 1000, { 'unknown:v9': unknown })]), [0], [0]).problems
    expect(problems(50)).toEqual([])
    expect(problems(51)).toEqual(['unknown-format'])
    expect(coverageOf(transcript(9, [turn(0, 9)], ['format-drift']), [0], [0]).problems).toEqual(['unknown-format'])
  })

  it('the bytes of a session on a day show a transcript that was cut off only on the day of its last turn', () => {
    const cut = transcript(20, [turn(0, 10), turn(10, 20, { malformed: 3 })], ['cut-off'])
    expect(coverageOf(cut, [0], [0, 1]).problems).toEqual([])
    expect(coverageOf(cut, [1], [0, 1]).problems).toEqual(['cut-off'])
  })
})

describe('a day', () => {
  const window = { start: '', end: '' }
  const over: Metadata = {
    schema_version: 1,
    report_date: '2026-05-12',
    timezone: 'UTC',
    status: 'final',
    prepared_at: '',
    report_window_local: window,
    report_window_utc: window,
  }

  it('a day is final when it is over and nothing is missing', () => {
    expect(withProblems(over, [])).toEqual(over)
  })

  it('a day is not final while something is missing, and names each reason once', () => {
    expect(withProblems(over, ['cut-off', 'cut-off', 'unknown-format'])).toEqual({
      ...over,
      status: 'partial',
      incomplete: ['cut-off', 'unknown-format'],
    })
  })
})
