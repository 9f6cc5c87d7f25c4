import fc from 'fast-check'
import { expect } from 'vitest'
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

/** A glance finds in each of the texts what parsing finds. */
export function glanceAtTexts(runs: number): void {
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
    { numRuns: runs },
  )
}

/** The same of so many transcripts that are damaged. */
export function glanceAtDamage(runs: number): void {
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
    { numRuns: runs },
  )
  expect(lines).toBeGreaterThan(runs * 2)
}

export function glance(bytes: Buffer, number = 2): RecordView | null | 'unsure' {
  return glanceAt(new Line(number, 0, bytes.length, bytes.length, bytes, 0), bytes, 2)
}

export function expectSame(bytes: Buffer, number = 2): void {
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
