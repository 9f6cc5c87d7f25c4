import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assembled } from '../../scripts/assemble.mjs'
import { jsonScanModule } from '../../src/transcripts/json-scan/module.ts'
import { glanceAt } from '../../src/transcripts/json-scan/scanned-record.ts'
import { Line, LineSplitter, parseLine } from '../../src/transcripts/lines.ts'
import { isObject, type TranscriptRecord } from '../../src/transcripts/record.ts'
import { RecordMarks } from '../../src/transcripts/record-marks.ts'
import {
  type MemberKey,
  memberKey,
  ParsedRecord,
  type RecordView,
  recurringKey,
} from '../../src/transcripts/record-view.ts'
import { corpora } from './corpora.ts'
import { mutation } from './mutations.ts'

const names = ['type', 'timestamp', 'uuid', 'payload', 'message', 'role', 'isSidechain', 'cwd', 'a', 'ü', '']
const keys = [...names.map(memberKey), ...names.map(recurringKey)]

describe('a glance at a line', () => {
  it('tells of any text what parsing tells of it', () => {
    const json = fc.json({ maxDepth: 5 })
    const object = fc.dictionary(fc.constantFrom(...names), fc.jsonValue()).map(value => JSON.stringify(value))
    const spaced = fc.object({ maxDepth: 4 }).map(value => JSON.stringify(value, null, ' \t'))
    const fragment = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '"a"',
        '\\',
        '\\u00',
        '\\"',
        '0',
        '-',
        '1.5e+3',
        '.',
        'e',
        'true',
        'false',
        'null',
      ],
      ...[' ', '\t', '\r', '\u0000', '\u001f', 'x', 'é', '"type":', '{"type":"\\u0041"}'],
    )
    const broken = fc.array(fragment, { maxLength: 12 }).map(parts => `{${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(json, object, spaced, broken), text => expectSame(Buffer.from(text))),
      { numRuns: 5000 },
    )
  })

  it('tells of any damaged line of a transcript what parsing tells of it', () => {
    const bytes = corpora.flatMap(({ fixtures }) => fixtures.map(([, content]) => content))
    let lines = 0
    fc.assert(
      fc.property(fc.constantFrom(...bytes), fc.array(mutation, { minLength: 1, maxLength: 4 }), (whole, mutations) => {
        const changed = mutations.reduce((before, mutate) => mutate(before), whole)
        const splitter = new LineSplitter(line => {
          lines++
          if (line.bytes) expectSame(line.bytes, line.number)
        })
        splitter.push(changed)
        splitter.end()
      }),
      { numRuns: 2500 },
    )
    expect(lines).toBeGreaterThan(10_000)
  })

  it.each([
    ['{"a":1} ', 'is sound'],
    ['\t{ "a" : [ ] , "b" : { } }\r', 'is sound'],
    ['{"a":1,}', 'is broken'],
    ['{"a":01}', 'is broken'],
    ['{"a":1.}', 'is broken'],
    ['{"a":.5}', 'is broken'],
    ['{"a":-}', 'is broken'],
    ['{"a":1e}', 'is broken'],
    ['{"a":1E+05}', 'is sound'],
    ['{"a":tru}', 'is broken'],
    ['{"a":"\\x"}', 'is broken'],
    ['{"a":"\\ud83d"}', 'is sound'],
    ['{"a":"\\u12g4"}', 'is broken'],
    ['{"a":"\t"}', 'is broken'],
    ['{"a":[1,2}', 'is broken'],
    ['{"a":1]', 'is broken'],
    ['{"a"}', 'is broken'],
    ['{a:1}', 'is broken'],
    ['{"a":1}{"a":2}', 'is broken'],
    ['{"a":1}\u0000', 'is broken'],
    ['[{"a":1}]', 'is broken'],
    ['"a"', 'is broken'],
    [' ', 'is broken'],
    ['{"a":"', 'is broken'],
    ['{"a":"\\', 'is broken'],
    ['{"a":"\\u00', 'is broken'],
  ])('sees that %j %s', (text, verdict) => {
    expect(glance(Buffer.from(text)) === null ? 'is broken' : 'is sound').toBe(verdict)
    expectSame(Buffer.from(text))
  })

  it('leaves to parsing what it cannot hold', () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`k${i}`, i])))
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
    const long = JSON.stringify({ a: 'x'.repeat(1_000_000) })
    for (const text of [many, deep, long, '{"\\u0061":1}']) expect(glance(Buffer.from(text))).toBe('unsure')
  })

  it('takes the last of two members with one name', () => {
    const view = glance(Buffer.from('{"a":"first","payload":{"a":"x"},"a":"last","payload":{"a":"y","a":"z"}}'))
    if (view === null || view === 'unsure') throw new Error('the line is sound')
    expect(view.text(memberKey('a'))).toBe('last')
    expect(view.textIn(memberKey('payload'), memberKey('a'))).toBe('z')
  })

  it('is made by the text it is said to be made by', async () => {
    expect((await assembled()).toString('base64')).toBe(jsonScanModule)
  })
})

function glance(bytes: Buffer, number = 2): RecordView | null | 'unsure' {
  return glanceAt(new Line(number, 0, bytes.length, bytes.length, bytes, 0), bytes, 2)
}

function expectSame(bytes: Buffer, number = 2): void {
  const view = glance(bytes, number)
  if (view === 'unsure') return
  const record = parseLine(bytes, number === 1)
  if (record === null || view === null) {
    if (record !== null || view !== null)
      expect({ view: view !== null, text: bytes.toString() }).toEqual({ view: record !== null })
    return
  }
  const told = tellings(view)
  const parsed = tellings(new ParsedRecord(record))
  if (JSON.stringify(told) !== JSON.stringify(parsed)) expect(told).toEqual(parsed)
  if (!sameRecord(view.record(), record)) expect(view.record()).toEqual(record)
}

function tellings(view: RecordView): unknown[] {
  return keys.flatMap(key => [
    view.text(key) ?? null,
    view.isTrue(key),
    view.isObject(key),
    view.instant(key),
    markOf(view, key),
    ...keys.map(inner => view.textIn(key, inner) ?? null),
  ])
}

function markOf(view: RecordView, key: MemberKey): string {
  const marks = new RecordMarks()
  view.mark(key, marks, 1)
  return Buffer.from(marks.packed()).toString('hex')
}

function sameRecord(a: TranscriptRecord, b: TranscriptRecord): boolean {
  return isObject(a) && JSON.stringify(a) === JSON.stringify(b)
}
