import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glanceAt } from './json-scan/scanned-record.ts'
import { Line } from './lines.ts'
import { memberKey } from './record-view.ts'
import { parseTimestamp } from './timestamp.ts'

describe('a timestamp', () => {
  it('a timestamp is read like Date.parse reads it, for every instant and offset', () => {
    const instant = fc.integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(9998, 11, 31) })
    const offset = fc.integer({ min: -1439, max: 1439 })
    fc.assert(
      fc.property(instant, offset, fc.constantFrom('Z', 'colon', 'bare'), (at, minutes, form) => {
        if (form === 'Z') return parseTimestamp(new Date(at).toISOString()) === at
        const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1)
        const [h, m] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map(n => String(n).padStart(2, '0'))
        const zone = `${minutes < 0 ? '-' : '+'}${h}${form === 'colon' ? ':' : ''}${m}`
        return parseTimestamp(local + zone) === at
      }),
    )
  })

  it('a timestamp is read from the bytes of a line as it is read from text', () => {
    const character = fc.constantFrom(...'0123459TZ:-.+ éx"\\')
    const iso = fc.date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date(253_370_764_800_000) })
    const damaged = fc.tuple(iso, fc.nat(24), character).map(([date, at, other]) => {
      const text = date.toISOString()
      return text.slice(0, at) + other + text.slice(at + 1)
    })
    const numbers = [4, 2, 2, 2, 2, 2, 3].map(size =>
      fc.nat(10 ** size - 1).map(one => String(one).padStart(size, '0')),
    )
    const never = fc.tuple(...numbers).map(([y, mo, d, h, mi, s, ms]) => `${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`)
    const day = fc.tuple(fc.nat(9999), fc.nat(13), fc.nat(32)).map(([year, month, day]) => {
      const [y, m, d] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')]
      return `${y}-${m}-${d}T12:00:00.000Z`
    })
    fc.assert(
      fc.property(
        fc.oneof(
          iso.map(date => date.toISOString()),
          damaged,
          never,
          day,
        ),
        text => {
          expect(instantIn(text)).toBe(parseTimestamp(text))
        },
      ),
      { numRuns: 4000 },
    )
  })

  it.each([
    ['2026-05-12T02:00:00Z', 0],
    ['2026-05-12T02:00:00.5Z', 500],
    ['2026-05-12T02:00:00.123456789Z', 123],
    ['2024-02-29T00:00:00Z', Date.parse('2024-02-29T00:00:00Z') - Date.parse('2026-05-12T02:00:00Z')],
  ])('the timestamp %s is valid', (text, after) => {
    expect(parseTimestamp(text)).toBe(Date.parse('2026-05-12T02:00:00Z') + after)
  })

  it.each([
    '2026-05-12T02:00:00',
    '2026-05-12 02:00:00Z',
    '2026-05-12T02:00Z',
    '2026-05-12',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-05-12T24:00:00Z',
    '2026-05-12T02:60:00Z',
    '2026-05-12T02:00:60Z',
    '2026-05-12T02:00:00.Z',
    '2026-05-12T02:00:00z',
    '2026-05-12T02:00:00Zx',
    '2026-05-12T02:00:00+8',
    '2026-05-12T02:00:00+08',
    '2026-05-12T02:00:00+24:00',
    '2026-05-12T02:00:00+08:60',
    '2026-05-12T02:00:00+0x00',
    '20x6-05-12T02:00:00Z',
    '+002026-05-12T02:00:00Z',
    ' 2026-05-12T02:00:00Z',
    1778551200000,
    null,
    undefined,
    {},
  ])('the text %s is no timestamp', text => {
    expect(parseTimestamp(text)).toBeNull()
  })
})

function instantIn(text: string): number | null {
  const bytes = Buffer.from(JSON.stringify({ timestamp: text }))
  const view = glanceAt(new Line(2, 0, bytes.length, bytes.length, bytes, 0), bytes, 1)
  if (view === null || view === 'unsure') throw new Error('the line is sound')
  return view.instant(memberKey('timestamp'))
}
