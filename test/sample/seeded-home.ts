import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { instantOf } from '../../src/diary/dates/zone.ts'
import type { DailyReport } from '../../src/diary/report/schema.ts'
import { diaryDefaults } from '../../src/diary/settings.ts'
import { invoke } from '../../src/invoke.ts'
import { operationNamed } from '../../src/operations.ts'
import { localPrincipal } from '../../src/projects/roles.ts'
import { seedSampleDiary } from '../../src/sample/seed-diary.ts'
import { tempHome } from '../support/tempdir.ts'

export const noStop = new AbortController().signal
export const sampleWeek = ['2025-02-10', '2025-02-11', '2025-02-12', '2025-02-13', '2025-02-14']
export const fullDay = '2025-02-13'

/** A home on the day after the week. */
export async function openHome(timezone = 'Europe/London', home = tempHome(), now = noonAfter(timezone)) {
  const diary = { ...diaryDefaults(home), timezone }
  const app = await openApp({ location: join(home, 'daybook.db'), diary, clock: now, log: line => console.error(line) })
  return { home, app, day: (name: string, date = fullDay) => join(home, 'diary', 'work', date, name) }
}

function noonAfter(timezone: string) {
  return () => instantOf(Date.parse('2025-02-15T12:00:00Z'), timezone)
}

export async function openHomeForTest(...args: Parameters<typeof openHome>) {
  const opened = await openHome(...args)
  onTestFinished(() => opened.app.close())
  return opened
}

export async function ask(app: App, name: string, args: object) {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: localPrincipal })
  if (!outcome.ok) throw outcome.fault
  return outcome.result
}

export function reportOf(file: string): DailyReport {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The sample week in a time zone: every turn covered, every citation verified. */
export async function expectWholeWeek(zone: string): Promise<void> {
  const { app, day } = await openHomeForTest(zone)
  expect(await seedSampleDiary(app, noStop)).toBe(true)
  const turns = []
  for (const date of sampleWeek) {
    const report = reportOf(day('daily-report.json', date))
    // Two lines of the full day cannot be read, so it is not final.
    const status = date === fullDay ? 'partial' : 'final'
    expect(report).toMatchObject({ report_date: date, timezone: zone, status, gaps: [] })
    turns.push(report.statistics.turns)
    expect(await ask(app, 'diary_verify', { date })).toMatchObject({ status: 'ok', mismatches: [] })
  }
  expect(turns).toEqual([2, 2, 2, 26, 1])
}
