import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../app.ts'
import { callAsOwner } from '../../../invoke.ts'

/** Turns may end every few seconds; what the last one left is read with the next, or at the end of the session. */
const pauseMs = 60_000

/** Starts a process of its own that reads what agents wrote; the chat does not wait for it. */
export function startReading(home: string, isEnd: boolean): void {
  const folder = join(home, 'hooks')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const mark = join(folder, 'last-reading')
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (!isEnd && Date.now() - last < pauseMs) return
  if (last === 0) writeFileSync(mark, '', { mode: 0o600 })
  else utimesSync(mark, new Date(), new Date())
  const script = process.argv[1]
  if (script === undefined) return
  const child = spawn(process.execPath, [script, 'hook', 'read'], { detached: true, stdio: 'ignore', cwd: home })
  child.on('error', () => {})
  child.unref()
}

/** What that process does: archives and indexes what changed lately, and leaves a reminder. */
export async function readTranscripts(app: App, home: string): Promise<void> {
  const { withIndex } = await import('../../../diary/prepare/open-index.ts')
  const { dayAt } = await import('../../../diary/dates/zone.ts')
  const now = app.clock()
  await withIndex(app, index => index.updateSince(now - 2 * dayMs, () => {}))
  const today = dayAt(now, app.diary.timezone)
  const yesterday = dayAt(now - dayMs, app.diary.timezone)
  const said = join(home, 'hooks', 'reminded')
  if (readIfThere(said) === today) return
  const { diaryWorkedDays } = await import('../../../diary/operations/diary-days.ts')
  const { days = [] } = await callAsOwner(app, diaryWorkedDays, { from: yesterday, to: yesterday })
  const [day] = days
  if (!day || day.has_report) return
  writeFileSync(said, today, { mode: 0o600 })
  writeFileSync(
    reminderFile(home),
    `Daybook: yesterday (${yesterday}) has work and no report. daybook diary generate --yesterday makes it.`,
    { mode: 0o600 },
  )
}

const dayMs = 24 * 60 * 60 * 1000

/** The reminder that was left, once. */
export function takeReminder(home: string): string | undefined {
  const file = reminderFile(home)
  if (!existsSync(file)) return undefined
  const text = readIfThere(file)
  rmSync(file, { force: true })
  return text || undefined
}

function reminderFile(home: string): string {
  return join(home, 'hooks', 'reminder')
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
