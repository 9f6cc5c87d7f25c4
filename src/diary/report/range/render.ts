import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../../../files/lock.ts'
import { replaceFiles, sweepTemporary } from '../../../files/replace.ts'
import { daysBetween } from '../../dates/calendar.ts'
import type { DiarySettings } from '../../settings.ts'
import { fileText } from '../../workspace/json-file.ts'
import { reportStamp } from '../stamp.ts'
import { storedReport } from '../stored-days.ts'
import { buildRange, type StoredDay } from './build.ts'
import type { RangeReport } from './schema.ts'
import { htmlRange, markdownRange } from './views.ts'

export interface RenderedRange {
  report: RangeReport
  files: string[]
}

/** Writes the report of a range and its two views from the reports of its days. */
export async function renderRange(settings: DiarySettings, from: string, to: string): Promise<RenderedRange> {
  const name = `${from}_${to}`
  const folder = join(settings.root, 'ranges', name)
  return withLock(join(settings.root, 'ranges', '.locks', name), 'named', settings.lockTimeoutMs, async () => {
    const report = await gatherRange(settings, from, to)
    const json = fileText(report)
    const view = { report, baseUrl: settings.baseUrl, stamp: reportStamp(json) }
    const files = [
      { name: 'report.md', bytes: markdownRange(view) },
      { name: 'report.html', bytes: htmlRange(view) },
      { name: 'range-report.json', bytes: json },
    ]
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sweepTemporary(folder)
    await replaceFiles(files.map(({ name: file, bytes }) => ({ path: join(folder, file), bytes })))
    return { report, files: files.map(({ name: file }) => `ranges/${name}/${file}`).sort() }
  })
}

/** What the reports of the days say now. */
export async function gatherRange(settings: DiarySettings, from: string, to: string): Promise<RangeReport> {
  const days = new Map<string, StoredDay>()
  for (const day of daysBetween(from, to)) days.set(day, await storedReport(settings, day))
  return buildRange(from, to, days)
}
