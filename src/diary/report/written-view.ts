import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { isDay } from '../dates/calendar.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { readStable } from '../workspace/locks.ts'

export const writtenViews = ['report.html', 'report.md'] as const

/** A view of a day's report as it was written; undefined when there is none. */
export async function writtenView(
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
