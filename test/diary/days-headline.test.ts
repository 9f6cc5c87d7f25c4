import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'

it('the list of days shows what the report of a day comes to', async () => {
  const testDiary = await openReportDay(inventedDay)
  const [before] = (await testDiary.call('diary_days', {})).days
  expect(before).not.toHaveProperty('report')
  await synthesizeDay(testDiary, inventedDay)
  await testDiary.call('diary_render', {})
  const [day] = (await testDiary.call('diary_days', {})).days
  const { report } = await testDiary.call('diary_report', {})
  expect(day.report).toEqual({
    title: report.title.text,
    material_items: report.statistics.work_items.material_work_item,
    open_items: report.executive_summary.open_items.length,
    gaps: 1,
    cost_usd: report.statistics.cost_usd.total,
    cost_at_least: report.statistics.cost_usd.at_least,
    cost_estimated: report.statistics.cost_usd.estimated > 0,
  })
  expect(report.statistics.timeline.map(({ source }: { source: string }) => source)).toContain('gemini-cli')

  writeFileSync(join(testDiary.root, 'daily-report.json'), '{"schema_version": 1, "title": 7}')
  const [damaged] = (await testDiary.call('diary_days', {})).days
  expect(damaged).toMatchObject({ has_report: true })
  expect(damaged).not.toHaveProperty('report')
})

it('a day whose metadata cannot be read is listed with the little that is known of it', async () => {
  const testDiary = await openReportDay(inventedDay)
  await testDiary.call('diary_render', { allow_gaps: true })
  writeFileSync(join(testDiary.root, 'metadata.json'), '{')
  expect((await testDiary.call('diary_days', {})).days).toMatchObject([
    { date: '2026-05-12', timezone: null, day_status: null, projects: 0, turns: 0, has_report: true },
  ])
})
