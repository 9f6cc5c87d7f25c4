import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantNamed } from '../config.ts'
import { addDays, daysBetween, daysOfWeek, isDay, weekOf } from './calendar.ts'
import { dayStart, dayStatus, dayWindow, targetDay, windowTexts } from './window.ts'
import { dayAt, dayHere, formatInZone, isZone, namedZone, zoneHere } from './zone.ts'

describe('The window of a day', () => {
  it.each([
    ['2026-05-12', 'Asia/Shanghai', '00:00+08:00', '00:00+08:00', '2026-05-11T16:00:00Z', '2026-05-12T16:00:00Z', 24],
    [
      '2026-03-08',
      'America/New_York',
      '00:00-05:00',
      '00:00-04:00',
      '2026-03-08T05:00:00Z',
      '2026-03-09T04:00:00Z',
      23,
    ],
    [
      '2026-11-01',
      'America/New_York',
      '00:00-04:00',
      '00:00-05:00',
      '2026-11-01T04:00:00Z',
      '2026-11-02T05:00:00Z',
      25,
    ],
    ['2026-10-25', 'Europe/Berlin', '00:00+02:00', '00:00+01:00', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
    ['2026-04-24', 'Africa/Cairo', '01:00+03:00', '00:00+03:00', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', 23],
    ['2026-11-01', 'America/Havana', '00:00-04:00', '00:00-05:00', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 25],
    [
      '2026-04-05',
      'Australia/Lord_Howe',
      '00:00+11:00',
      '00:00+10:30',
      '2026-04-04T13:00:00Z',
      '2026-04-05T13:30:00Z',
      24.5,
    ],
    ['2026-01-01', 'Asia/Kathmandu', '00:00+05:45', '00:00+05:45', '2025-12-31T18:15:00Z', '2026-01-01T18:15:00Z', 24],
    ['2026-05-12', 'UTC', '00:00Z', '00:00Z', '2026-05-12T00:00:00Z', '2026-05-13T00:00:00Z', 24],
  ])(
    'The window of a day of %s in %s has the hours its clocks show',
    (day, zone, localStart, localEnd, utcStart, utcEnd, hours) => {
      const window = dayWindow(day, zone)
      const { report_window_local: local, report_window_utc: utc } = windowTexts(window, zone)
      expect(utc).toEqual({ start: utcStart, end: utcEnd })
      expect(local).toEqual({
        start: `${day}T${localStart.replace(/^(\d\d:\d\d)/, '$1:00')}`,
        end: `${addDays(day, 1)}T${localEnd.replace(/^(\d\d:\d\d)/, '$1:00')}`,
      })
      expect((window.end - window.start) / 3_600_000).toBe(hours)
    },
  )

  it('The window of a day is refused for a day the zone skipped', () => {
    expect(() => dayWindow('2011-12-30', 'Pacific/Apia')).toThrow('date 2011-12-30 does not exist in Pacific/Apia')
    expect(dayWindow('2011-12-29', 'Pacific/Apia').end).toBe(dayWindow('2011-12-31', 'Pacific/Apia').start)
  })

  it('The window of a day begins at the first instant of that date and holds it in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const day = fc.integer({ min: 0, max: 40_000 }).map(days => addDays('1970-01-01', days))
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (date, zone) => {
        const start = dayStart(date, zone)
        const end = dayStart(addDays(date, 1), zone)
        expect(start).toBeLessThanOrEqual(end)
        expect(dayAt(start, zone) >= date).toBe(true)
        expect(dayAt(start - 1000, zone) < date).toBe(true)
        if (start < end) expect(dayAt(start, zone)).toBe(date)
      }),
      { numRuns: 300 },
    )
  })

  it('The window of a day is partial only while the day goes on', () => {
    const now = Date.parse('2026-05-12T15:59:59Z')
    expect(dayStatus('2026-05-12', 'Asia/Shanghai', now)).toBe('partial')
    expect(dayStatus('2026-05-12', 'Asia/Shanghai', now + 1000)).toBe('final')
    expect(dayStatus('2026-05-11', 'Asia/Shanghai', now)).toBe('final')
  })
})

describe('The zone', () => {
  it('The zone that was named is taken from flag, environment and config in this order', () => {
    const all = { flag: 'Asia/Tokyo', env: 'Europe/Rome', config: 'America/Lima' }
    expect(namedZone(all)).toBe('Asia/Tokyo')
    expect(namedZone({ ...all, flag: '' })).toBe('Europe/Rome')
    expect(namedZone({ ...all, flag: undefined, env: undefined })).toBe('America/Lima')
    expect(namedZone({})).toBeUndefined()
  })

  it('The zone of this process has the same days, whether or not it is asked for by name', () => {
    const zone = zoneHere(process.env.TZ)
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 5_000_001)
      expect(dayHere(ms)).toBe(dayAt(ms, zone))
  })

  it('The zone ignores a TZ that is not a name, but refuses one that was meant for us', () => {
    expect(zoneHere('Asia/Dubai')).toBe('Asia/Dubai')
    const system = zoneHere(undefined)
    for (const tz of ['', '  ', ':/etc/localtime', 'EST5EDT,M3.2.0', '+02:00', 'Middle/Earth']) {
      expect(zoneHere(tz)).toBe(system)
    }
    for (const wrong of [{ flag: 'Middle/Earth' }, { env: '+02:00' }, { config: 'nowhere' }]) {
      expect(() => namedZone(wrong)).toThrow('is not known')
    }
    expect(isZone('Europe/Berlin')).toBe(true)
  })
})

describe('Times', () => {
  it('Times keep seconds and offset, UTC as Z', () => {
    const ms = Date.parse('2026-01-15T12:00:00.987Z')
    expect(formatInZone(ms, 'Europe/London')).toBe('2026-01-15T12:00:00+00:00')
    expect(formatInZone(ms, 'Asia/Kathmandu')).toBe('2026-01-15T17:45:00+05:45')
    expect(formatInZone(ms, 'Etc/UTC')).toBe('2026-01-15T12:00:00Z')
  })

  it('Times named without an offset are read on the clocks of the zone', () => {
    expect(instantNamed('2026-05-12T09:30:00', 'Asia/Shanghai')).toBe(Date.parse('2026-05-12T01:30:00Z'))
    expect(instantNamed('2026-05-12 09:30', 'UTC')).toBe(Date.parse('2026-05-12T09:30:00Z'))
    expect(instantNamed('2026-05-12', 'Europe/Berlin')).toBe(Date.parse('2026-05-11T22:00:00Z'))
    expect(instantNamed('2026-05-12T09:30:00.250+02:00', 'UTC')).toBe(Date.parse('2026-05-12T07:30:00.250Z'))
    // Shown twice: the first time; never shown: as much later as the clocks jumped.
    expect(instantNamed('2026-11-01T01:30:00', 'America/New_York')).toBe(Date.parse('2026-11-01T05:30:00Z'))
    expect(instantNamed('2026-03-08T02:30:00', 'America/New_York')).toBe(Date.parse('2026-03-08T07:30:00Z'))
    for (const wrong of ['', 'now', '2026-02-30', '2026-05-12T25:00', '2026-05-12T09:30:00+2']) {
      expect(() => instantNamed(wrong, 'UTC')).toThrow('not an instant')
    }
  })
})

describe('The target of a command', () => {
  const now = Date.parse('2026-03-01T04:00:00Z')
  const zone = 'America/New_York'

  it('The target of a command is today where the diary is, unless a day is named', () => {
    expect(targetDay({}, now, zone)).toBe('2026-02-28')
    expect(targetDay({ today: true }, now, zone)).toBe('2026-02-28')
    expect(targetDay({ yesterday: true }, now, zone)).toBe('2026-02-27')
    expect(targetDay({ date: '2026-01-31' }, now, zone)).toBe('2026-01-31')
  })

  it('The target of a command is refused when it is named twice, impossible or still to come', () => {
    expect(() => targetDay({ date: '2026-01-31', today: true }, now, zone)).toThrow('once')
    expect(() => targetDay({ date: '2026-02-30' }, now, zone)).toThrow('not in the calendar')
    expect(() => targetDay({ date: '26-2-3' }, now, zone)).toThrow('not in the calendar')
    expect(() => targetDay({ date: '2026-03-01' }, now, zone)).toThrow('still to come')
  })
})

describe('The calendar', () => {
  it('The calendar knows leap days and ISO weeks', () => {
    expect(isDay('2024-02-29')).toBe(true)
    expect(isDay('2026-02-29')).toBe(false)
    expect(isDay('2026-2-9')).toBe(false)
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(weekOf('2026-01-01')).toBe('2026-W01')
    expect(weekOf('2027-01-01')).toBe('2026-W53')
    expect(daysOfWeek('2026-W53')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
    for (const wrong of ['2025-W53', '2026-W00', '2026-W54', '2026-1']) expect(daysOfWeek(wrong)).toBeUndefined()
  })

  it('The calendar puts every day into the week it was asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), days => {
        const day = addDays('1950-01-01', days)
        const { from = '', to = '' } = daysOfWeek(weekOf(day)) ?? {}
        expect(from <= day && day <= to).toBe(true)
      }),
    )
  })
})
