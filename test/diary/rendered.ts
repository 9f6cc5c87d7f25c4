import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'
import type { TestDiary } from './test-diary.ts'

/** A program whose one day is prepared, covered and rendered. */
export async function openRenderedDay(projects = inventedDay): Promise<TestDiary> {
  const testDiary = await openReportDay(projects)
  await synthesizeDay(testDiary, projects)
  const answer = await testDiary.call('diary_render', {})
  if (answer.status !== 'ok') throw new Error(JSON.stringify(answer))
  return testDiary
}
