import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treeOf } from './build-workspace.ts'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'
import { openTestDiary } from './test-diary.ts'

describe('diary_range_report', () => {
  it('diary_range_report says what the written report of the range says, and writes nothing', async () => {
    const testDiary = await openReportDay(inventedDay)
    await synthesizeDay(testDiary, inventedDay)
    await testDiary.call('diary_render', {})
    const before = treeOf(join(testDiary.home, 'diary'))
    const { report, today, week } = await testDiary.call('diary_range_report', { week: '2026-W20' })
    expect(treeOf(join(testDiary.home, 'diary'))).toEqual(before)
    expect({ today, week }).toEqual({ today: '2026-05-13', week: '2026-W20' })
    await testDiary.call('diary_range', { week: '2026-W20' })
    const file = join(testDiary.home, 'diary/ranges/2026-05-11_2026-05-17/range-report.json')
    expect(report).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  it('diary_range_report names every day of a range that has none prepared', async () => {
    const testDiary = await openTestDiary({ projects: [] })
    const { report } = await testDiary.call('diary_range_report', { from: '2026-03-28', to: '2026-03-30' })
    expect(report.days.map(({ date, state }: { date: string; state: string }) => `${date} ${state}`)).toEqual([
      '2026-03-28 not prepared',
      '2026-03-29 not prepared',
      '2026-03-30 not prepared',
    ])
    expect(report.projects).toEqual([])
    expect(await testDiary.refused('diary_range_report', { from: '2026-03-28' })).toEqual(['to'])
  })
})
