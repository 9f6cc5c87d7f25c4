import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glanceAt } from '../../src/transcripts/json-scan/scanned-record.ts'
import { Line, LineSplitter, parseLine } from '../../src/transcripts/lines.ts'
import type { SourceReader } from '../../src/transcripts/reader.ts'
import type { TranscriptRecord } from '../../src/transcripts/record.ts'
import { memberKey, type RecordView } from '../../src/transcripts/record-view.ts'
import { propertyRuns } from '../support/property-runs.ts'
import { corpora } from './corpora.ts'
import { mutation } from './mutations.ts'
import { stretched } from './stretched.ts'

const all = corpora.flatMap(({ reader, fixtures }) => fixtures.map(([name, bytes]) => ({ reader, name, bytes })))

describe('The part of a record that is shown', () => {
  it.each(all)(
    'The part of a record that is shown has the compact form and the calls of the whole record in $name',
    ({ reader, bytes }) => {
      expectSame(reader, bytes)
      expectSame(reader, stretched(bytes))
    },
  )

  it('The part of a record that is shown has them in damaged lines with long texts', () => {
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...all), mutations, ({ reader, bytes }, changes) =>
        expectSame(
          reader,
          changes.reduce((before, change) => change(before), stretched(bytes)),
        ),
      ),
      { numRuns: propertyRuns(600) },
    )
  })
})

describe('A record without long texts', () => {
  const long = 'é\\"\n'.repeat(40)

  it('A record without long texts leaves them empty under the named keys at every depth, and inside one member under others', () => {
    const record = { a: long, b: { a: [{ a: long, c: long }], c: long }, c: long, d: [long, { a: 'short' }] }
    const view = viewOf(record)
    expect(view.recordWithout([memberKey('a')])).toEqual({
      a: '',
      b: { a: [{ a: '', c: long }], c: long },
      c: long,
      d: [long, { a: 'short' }],
    })
    expect(view.recordWithout([], memberKey('b'), [memberKey('c')])).toEqual({
      ...record,
      b: { a: [{ a: long, c: '' }], c: '' },
    })
    expect(view.recordWithout([memberKey('x')], memberKey('x'), [memberKey('a')])).toEqual(record)
  })

  it('A record without long texts gives the value of one member by itself, and does not parse again what was parsed', () => {
    const answer = `${'word '.repeat(400)}error: it failed\n${'word '.repeat(400)}`
    const view = viewOf({ a: long, b: { a: { a: long, c: 1 }, c: [{ c: answer }], d: '' } })
    const key = { a: memberKey('a'), b: memberKey('b'), c: memberKey('c'), d: memberKey('d'), e: memberKey('e') }
    expect(view.valueIn(key.b, key.a, [key.a])).toEqual({ a: '', c: 1 })
    expect(view.valueIn(key.b, key.a)).toEqual({ a: long, c: 1 })
    expect(JSON.stringify(view.valueIn(key.b, key.c, [], [key.c])).length).toBeLessThan(1200)
    expect(view.valueIn(key.b, key.d)).toBe('')
    expect([view.valueIn(key.b, key.e), view.valueIn(key.a, key.b)]).toEqual([undefined, undefined])
    const { b: read } = Object(view.record())
    expect(view.valueIn(key.b, key.a)).toBe(read.a)
  })

  it('A record without long texts keeps those it finds no room to note', () => {
    const record = { list: Array.from({ length: 600 }, () => ({ a: long })) }
    const { list } = Object(viewOf(record).recordWithout([memberKey('a')]))
    expect(list.filter(({ a }: { a: string }) => a === '')).toHaveLength(512)
    expect(list.filter(({ a }: { a: string }) => a === long)).toHaveLength(88)
  })
})

function viewOf(record: TranscriptRecord): RecordView {
  const bytes = Buffer.from(JSON.stringify(record))
  const view = glanceAt(new Line(2, 0, bytes.length, bytes.length, bytes, 0), bytes, 2)
  if (view === null || view === 'unsure') throw new Error('The record is sound.')
  return view
}

function expectSame(reader: SourceReader, bytes: Buffer): void {
  const splitter = new LineSplitter(line => {
    const view = line.holder && reader.shown ? glanceAt(line, line.holder, 2) : 'unsure'
    const whole = line.bytes && parseLine(line.bytes, line.number === 1)
    if (view === 'unsure' || !whole) return
    const shown = view && (reader.shown?.(view) ?? null)
    expect(shown && told(reader, shown)).toEqual(told(reader, whole))
  })
  splitter.push(bytes)
  splitter.end()
}

function told(reader: SourceReader, record: TranscriptRecord) {
  const call = { id: 'a', name: 'Bash', input: { command: 'ls' } }
  return { compact: reader.compact(record, () => call), calls: reader.calls(record) }
}
