import { describe, expect, it } from 'vitest'
import { daysBetween } from '../../../../src/diary/dates/calendar.ts'
import { bucketsOf, costIn, heatRows, levelOf, type RangeProject, tokensIn, turnsIn } from './range-figures.ts'

const days = (from: string, to: string) => daysBetween(from, to).map(date => ({ date }))

/** A project with one turn at nine on each of its days. */
function project(...dates: string[]): RangeProject {
  const none = { pass: 0, fail: 0, unknown: 0 }
  return {
    project_key: 'ledger-d7579830878a',
    project_label: 'ledger',
    days: dates,
    work_items: [],
    statistics: {
      days: dates.length,
      turns: dates.length,
      sessions: 1,
      work_items: {},
      tokens: {},
      cost_usd: { total: null, estimated: 0, unknown_turns: 0 },
      checks: none,
      check_kinds: { typecheck: none, lint: none, test: none, build: none },
      files: { touched: 0, added: 0, removed: 0 },
      changed_files: [],
      tools: [],
      sources: {},
      models: {},
      hours: dates.map(date => ({ date, turns: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1 : 0)) })),
      per_day: dates.map(date => ({
        date,
        turns: 1,
        tokens: { input: 5, output: 2 },
        cost_usd: date.endsWith('1') ? null : 0.5,
      })),
    },
  }
}

describe('The figures of a range', () => {
  it('stand by the day, and by the week when there are many days', () => {
    expect(bucketsOf(days('2026-05-11', '2026-05-17')).map(({ label }) => label)).toEqual([
      'Mon 11 May',
      'Tue 12 May',
      'Wed 13 May',
      'Thu 14 May',
      'Fri 15 May',
      'Sat 16 May',
      'Sun 17 May',
    ])
    const year = bucketsOf(days('2025-12-29', '2026-12-27'))
    expect([year.length, year[0]?.key, year.at(-1)?.dates.length]).toEqual([52, '2026-W01', 7])
  })

  it('add up what the days of a bucket say, and know what nobody knows', () => {
    const [first, second] = bucketsOf(days('2026-05-11', '2026-05-12'))
    const one = project('2026-05-11', '2026-05-12')
    if (!first || !second) throw new Error('There are two days.')
    expect([turnsIn(one, first), turnsIn(one, second)]).toEqual([1, 1])
    expect(tokensIn([one, one], second)).toEqual([10, 0, 0, 4])
    expect([costIn([one], first), costIn([one, one], second)]).toEqual([null, 1])
  })

  it('show hours by the day, and by the weekday when there are many days', () => {
    const [row] = heatRows([project('2026-05-11')], days('2026-05-11', '2026-05-12'))
    expect([row?.label, row?.turns[9], row?.turns[8]]).toEqual(['Mon 11 May', 1, 0])
    const mondays = ['2026-05-04', '2026-05-11', '2026-05-18']
    const rows = heatRows([project(...mondays)], days('2026-04-01', '2026-06-30'))
    expect(rows.map(({ label, turns }) => `${label} ${turns[9]}`)).toEqual([
      'Monday 3',
      'Tuesday 0',
      'Wednesday 0',
      'Thursday 0',
      'Friday 0',
      'Saturday 0',
      'Sunday 0',
    ])
  })

  it('use the strongest colour for the most and some colour for the least', () => {
    expect([0, 1, 25, 50, 99, 100].map(count => levelOf(count, 100))).toEqual([0, 1, 1, 2, 4, 4])
  })
})
