import { isDay } from '../dates/calendar.ts'
import { sessionRefPattern, workItemRefPattern } from '../workspace/refs.ts'

/** A place in the diary that others may point at. */
export interface DiaryRef {
  date: string
  project_key: string
  kind: 'session' | 'work_item'
  ref: string
}

/** What `diary:<date>/<project_key>/<session or work item>` means; undefined for every other form. */
export function diaryRefIn(text: string): DiaryRef | undefined {
  const [, date = '', project_key = '', ref = ''] =
    /^diary:([\d-]{10})\/([A-Za-z0-9._-]{1,80})\/(\w+)$/.exec(text) ?? []
  if (!isDay(date)) return undefined
  if (sessionRefPattern.test(ref)) return { date, project_key, kind: 'session', ref }
  return workItemRefPattern.test(ref) ? { date, project_key, kind: 'work_item', ref } : undefined
}
