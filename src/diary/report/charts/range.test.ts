import { describe, expect, it } from 'vitest'
import { daysBetween } from '../../dates/calendar.ts'
import type { RangeProject, RangeReport } from '../range/schema.ts'
import { sumCosts } from '../text/costs.ts'
import {
  bucketDays,
  costChart,
  costsOf,
  heatByDay,
  heatByDayOrWeekday,
  heatCells,
  heatLevel,
  turnsChart,
} from './range.ts'

const days = (from: string, to: string) => daysBetween(from, to).map(date => ({ date }))

/** A project with one turn at nine on each of its days. */
function project(...dates: string[]): RangeProject {
  const none = { pass: 0, fail: 0, unknown: 0, not_run: 0 }
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
      cost_usd: sumCosts([]),
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
        cost_at_least: false,
      })),
    },
  }
}

function reportOf(from: string, to: string, ...projects: RangeProject[]): RangeReport {
  const state = { state: 'final', turns: 0, material_items: 0, cost_usd: null, cost_at_least: false }
  return {
    schema_version: 1,
    from,
    to,
    timezone_set: [],
    days: days(from, to).map(day => ({ ...day, ...state })),
    projects,
    lead: [],
    open_items: [],
    statistics: project(...daysBetween(from, to)).statistics,
  }
}

describe('The charts of a range', () => {
  it('The charts of a range show bars by the day, and by the week when there are many days', () => {
    expect(bucketDays(days('2026-05-11', '2026-05-17')).map(({ label }) => label)).toEqual([
      'Mon 11 May',
      'Tue 12 May',
      'Wed 13 May',
      'Thu 14 May',
      'Fri 15 May',
      'Sat 16 May',
      'Sun 17 May',
    ])
    const year = bucketDays(days('2025-12-29', '2026-12-27'))
    expect([year.length, year[0]?.key, year.at(-1)?.dates.length]).toEqual([52, '2026-W01', 7])
  })

  it('The charts of a range add up the days of a bar, and say what is not known', () => {
    const one = project('2026-05-11', '2026-05-12')
    const report = reportOf('2026-05-11', '2026-05-12', one, one)
    expect(turnsChart(report, [one, one])?.rows).toEqual([
      ['Mon 11 May', '1', '1'],
      ['Tue 12 May', '1', '1'],
    ])
    expect(turnsChart(report, [one])).toMatchObject({ summary: '2 turns on 2 days in 1 project.' })
    expect(costChart(report, [one, one])?.rows).toEqual([
      ['Mon 11 May', '10', '0', '0', '4', 'not known'],
      ['Tue 12 May', '10', '0', '0', '4', '$1.00'],
    ])
    expect(costChart(report, [])).toBeUndefined()
  })

  it('The charts of a range count the costs of the range itself where no project is left out', () => {
    const one = project('2026-05-11')
    const two = { ...project('2026-05-11'), project_key: 'site-d7579830878a' }
    const report = reportOf('2026-05-11', '2026-05-11', one, two)
    expect(costsOf(report, [one, two])).toEqual([report])
    expect(costsOf(report, [two])).toEqual([two])
  })

  it('The charts of a range give five projects a colour of their own and count the others together', () => {
    const projects = Array.from({ length: 7 }, (_, index) => ({
      ...project('2026-05-11'),
      project_key: `p${index}`,
      project_label: `p${index}`,
    }))
    const chart = turnsChart(reportOf('2026-05-11', '2026-05-11', ...projects), projects)
    expect(chart?.legend.at(-1)).toEqual(['project-rest', 'other projects'])
    expect(chart?.bars[0]?.parts.map(({ swatch, value }) => `${swatch} ${value}`)).toEqual([
      'project-1 1',
      'project-2 1',
      'project-3 1',
      'project-4 1',
      'project-5 1',
      'project-rest 2',
    ])
    expect(chart?.bars[0]?.note).toBe('7')
  })

  it('The charts of a range show hours by the day, and by the weekday when there are many days', () => {
    const week = days('2026-05-11', '2026-05-12')
    const [row] = heatByDay([project('2026-05-11')], week)
    expect([row?.label, row?.turns[9], row?.turns[8]]).toEqual(['Mon 11 May', 1, 0])
    expect(heatByDayOrWeekday([project('2026-05-11')], week)).toEqual(heatByDay([project('2026-05-11')], week))
    const mondays = ['2026-05-04', '2026-05-11', '2026-05-18']
    const rows = heatByDayOrWeekday([project(...mondays)], days('2026-04-01', '2026-06-30'))
    expect(rows.map(({ label, turns }) => `${label} ${turns[9]}`)).toEqual([
      'Monday 3',
      'Tuesday 0',
      'Wednesday 0',
      'Thursday 0',
      'Friday 0',
      'Saturday 0',
      'Sunday 0',
    ])
    expect(heatCells(rows).busiest).toMatchObject({ label: 'Monday', hour: 9, count: 3 })
    expect(heatCells(heatByDay([], week)).busiest).toBeUndefined()
  })

  it('The charts of a range use the strongest colour for the most and some colour for the least', () => {
    expect([0, 1, 25, 50, 99, 100].map(count => heatLevel(count, 100))).toEqual([0, 1, 1, 2, 4, 4])
  })
})
