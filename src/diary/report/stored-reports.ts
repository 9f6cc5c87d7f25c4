import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { isDay } from '../dates/calendar.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { checkedObject, readChecked } from '../workspace/json-file.ts'
import { readStable } from '../workspace/locks.ts'
import { DailyReport } from './schema.ts'

/** The days that have a workspace, newest first. */
export async function workspaceDays({ root }: Pick<DiarySettings, 'root'>): Promise<string[]> {
  const names = await readdir(join(root, 'work')).catch(() => [])
  return names.filter(isDay).sort().reverse()
}

export const reportFile = 'daily-report.json'

/** The report of a day, or why there is none to read. */
export async function storedReport(
  { root }: Pick<DiarySettings, 'root'>,
  day: string,
): Promise<DailyReport | 'absent' | 'unreadable'> {
  const stored = await readReport(workspaceFolder(root, day))
  if (stored.state === 'absent') return 'absent'
  return stored.state === 'read' ? stored.data : 'unreadable'
}

/** What the report file in the workspace of a day holds. */
export const readReport = (folder: string) => readChecked(join(folder, reportFile), checkedReport)

/** Home and the pages of some days read the same reports again and again, each of half a million characters. */
const checkedReport = checkedObject(DailyReport, 8_000_000)

/**
 * The mark that ties a view to the daily-report.json it was made from. Both written views hold it; a view that does
 * not hold the mark of the present file is stale.
 */
export function reportStamp(dailyReport: string | Uint8Array): string {
  return `daybook-report sha256:${sha256(dailyReport)}`
}

export const writtenViews = ['report.html', 'report.md'] as const

/** Whether the report of a day and its views are as they were rendered, or gone; a person or an agent may have changed one of them since. */
export async function isAsRendered(folder: string): Promise<boolean> {
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined)
  const report = await read(reportFile)
  if (!report) return true
  const { mtimeMs } = await stat(join(folder, reportFile))
  const stamp = reportStamp(report)
  for (const name of writtenViews) {
    const view = await read(name)
    // The views are written before the report, so a newer one was edited.
    if (view && (!view.includes(stamp) || (await stat(join(folder, name))).mtimeMs > mtimeMs)) return false
  }
  return true
}

/** A view of a day's report as it was written; undefined when there is none. */
export async function storedView(
  { root, lockTimeoutMs }: Pick<DiarySettings, 'root' | 'lockTimeoutMs'>,
  date: string,
  name: (typeof writtenViews)[number],
): Promise<Buffer | undefined> {
  if (!isDay(date)) return undefined
  const folder = workspaceFolder(root, date)
  return readStable(folder, lockTimeoutMs, async () => {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined
      throw error
    }
  })
}
