import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../../app.ts'
import type { Settings } from '../../../config.ts'
import { callAsOwner } from '../../../invoke.ts'
import { logHook } from './log.ts'

/** Turns may end every few seconds; what the last one left is read with the next, or at the end of the session. */
const pauseMs = 60_000

/** Starts a process of its own that reads what agents wrote; the chat does not wait for it. */
export function startReading(home: string, isEnd: boolean): void {
  const folder = join(home, 'hooks')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const mark = markIn(folder)
  const last = timeOf(mark)
  if (!isEnd && Date.now() - last < pauseMs) return
  if (last === 0) writeFileSync(mark, '', { mode: 0o600 })
  else utimesSync(mark, new Date(), new Date())
  const script = process.argv[1]
  if (script === undefined) return
  const child = spawn(process.execPath, [script, 'hook', 'read'], { detached: true, stdio: 'ignore', cwd: home })
  child.on('error', () => {})
  child.unref()
}

/** What that process does: archives and indexes what agents wrote, and leaves a reminder. */
export async function readTranscripts(settings: Settings, open: () => Promise<App>): Promise<void> {
  const { withLock, LockBusy } = await import('../../../files/lock.ts')
  const folder = join(settings.home, 'hooks')
  // The chat comes first.
  setPriority(10)
  for (;;) {
    const asked = timeOf(markIn(folder))
    try {
      await withLock(join(folder, 'reading.lock'), 'exclusive', 0, () => readOnce(settings, open))
    } catch (error) {
      // Whoever reads now looks at the mark afterwards, and reads again.
      if (error instanceof LockBusy) return
      throw error
    }
    if (timeOf(markIn(folder)) === asked) return
  }
}

/** Where hooks and servers that were killed may have left half a file. */
export function foldersWrittenIn(home: string): string[] {
  return ['hooks/kept', 'hooks/said', 'data'].map(name => join(home, name)).filter(folder => existsSync(folder))
}

async function readOnce({ home, diary }: Settings, open: () => Promise<App>): Promise<void> {
  const { withIndex } = await import('../../../diary/prepare/open-index.ts')
  const { sweepTemporary } = await import('../../../files/replace.ts')
  const log = (line: string) => logHook(home, 'read', line)
  for (const folder of foldersWrittenIn(home)) await sweepTemporary(folder)
  // Before the database is opened: transcripts are kept also when that is locked or damaged.
  await withIndex({ diary, log }, index => index.update(() => {}))
  await leaveReminder(await open(), home)
}

async function leaveReminder(app: App, home: string): Promise<void> {
  const now = app.clock()
  const today = app.diary.dayOf(now)
  const yesterday = app.diary.dayOf(now - dayMs)
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

function markIn(folder: string): string {
  return join(folder, 'last-reading')
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
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
