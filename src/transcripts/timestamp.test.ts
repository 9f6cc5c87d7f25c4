import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimestamp, timestampIn } from './timestamp.ts'

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

  it('a timestamp is read from bytes as it is read from text, or not at all', () => {
    const character = fc.constantFrom(...'0123459TZ:-.+ éx')
    const iso = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(253_370_764_800_000) })
    const damaged = fc.tuple(iso, fc.nat(24), character).map(([date, at, other]) => {
      const text = date.toISOString()
      return text.slice(0, at) + other + text.slice(at + 1)
    })
    fc.assert(
      fc.property(iso, damaged, fc.nat(5), (date, other, before) => {
        const read = (text: string) => {
          const bytes = Buffer.from(`${'"'.repeat(before)}${text}`)
          return timestampIn(bytes, before, bytes.length)
        }
        expect(read(date.toISOString())).toBe(date.getTime())
        expect([null, parseTimestamp(other)]).toContain(read(other))
      }),
      { numRuns: 2000 },
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
