import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDay } from '../dates/calendar.ts'
import type { DiarySettings } from '../settings.ts'
import { workspaceFolder } from '../settings.ts'
import { readObject } from '../workspace/json-file.ts'
import { DailyReport } from './schema.ts'

/** The days that have a workspace, newest first. */
export async function workspaceDays({ root }: Pick<DiarySettings, 'root'>): Promise<string[]> {
  const names = await readdir(join(root, 'work')).catch(() => [])
  return names.filter(isDay).sort().reverse()
}

/** The report of a day, or why there is none to read. */
export async function storedReport(
  { root }: Pick<DiarySettings, 'root'>,
  day: string,
): Promise<DailyReport | 'absent' | 'unreadable'> {
  const stored = await readObject(join(workspaceFolder(root, day), 'daily-report.json'))
  if (stored.state === 'absent') return 'absent'
  const parsed = DailyReport.safeParse(stored.state === 'read' ? stored.value : undefined)
  return parsed.success ? parsed.data : 'unreadable'
}
