import type { Desk } from './desk.ts'
import { inventedDay } from './invented-day.ts'
import { openReportDay, synthesizeDay } from './report-day.ts'

/** A program whose one day is prepared, covered and rendered. */
export async function openRenderedDay(projects = inventedDay): Promise<Desk> {
  const desk = await openReportDay(projects)
  await synthesizeDay(desk, projects)
  const answer = await desk.call('diary_render', {})
  if (answer.status !== 'ok') throw new Error(JSON.stringify(answer))
  return desk
}
