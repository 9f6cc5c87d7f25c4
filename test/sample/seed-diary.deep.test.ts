import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seedSampleDiary } from '../../src/sample/seed-diary.ts'
import { tempHome } from '../support/tempdir.ts'
import { expectWholeWeek, noStop, openHomeForTest, sampleWeek } from './seeded-home.ts'

test('the week is whole in America/Los_Angeles: every turn covered, every citation verified', () =>
  expectWholeWeek('America/Los_Angeles'))

test('a seeding that was stopped goes on where it was, to the same bytes', async () => {
  const now = () => Date.parse('2025-02-15T09:00:00Z')
  const whole = await openHomeForTest('Europe/London', tempHome(), now)
  await seedSampleDiary(whole.app, noStop)
  const cut = await openHomeForTest('Europe/London', tempHome(), now)
  const stop = new AbortController()
  const clock = () => {
    // Stops as soon as the first day has a workspace.
    if (existsSync(cut.day('projects', '2025-02-14'))) stop.abort()
    return now()
  }
  await seedSampleDiary({ ...cut.app, clock }, stop.signal).catch(() => {})
  expect(existsSync(cut.day('projects'))).toBe(false)
  expect(await seedSampleDiary(cut.app, noStop)).toBe(true)
  for (const date of sampleWeek) {
    for (const file of ['daily-report.json', 'report.md', 'report.html']) {
      expect(readFileSync(cut.day(file, date), 'utf8')).toBe(readFileSync(whole.day(file, date), 'utf8'))
    }
  }
})
