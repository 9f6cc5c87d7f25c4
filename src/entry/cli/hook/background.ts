import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../../app.ts'
import type { Settings } from '../../../config.ts'
import { isPostgres } from '../../../db/db.ts'
import { callAsOwner } from '../../../invoke.ts'
import { errorMessage } from '../../../kernel/fault.ts'
import { logHook } from './log.ts'

/** Turns may end every few seconds; what the last one left is read with the next, or at the end of the session. */
const pauseMs = 60_000
/** The same for the report of the day; a session that ends does not wait for it. */
const buildPauseMs = 10 * 60_000

/** Starts a process of its own that reads what agents wrote; the chat does not wait for it. */
export function startReading(home: string, session: string | undefined, isEnd: boolean): void {
  const { reading, ended } = marksIn(home)
  mkdirSync(join(home, 'hooks'), { recursive: true, mode: 0o700 })
  if (!isEnd && ageOf(reading) < pauseMs) return
  if (isEnd) writeFileSync(ended, session ?? '', { mode: 0o600 })
  setTime(reading, new Date())
  const script = process.argv[1]
  if (script === undefined) return
  const words = ['hook', 'read', ...(isEnd ? ['end'] : [])]
  const child = spawn(process.execPath, [script, ...words], { detached: true, stdio: 'ignore', cwd: home })
  child.on('error', () => {})
  child.unref()
}

/** What that process does: archives and indexes what agents wrote, builds the days that changed, and leaves a reminder. */
export async function readTranscripts(settings: Settings, open: () => Promise<App>, isEnd: boolean): Promise<void> {
  const { withLock, LockBusy } = await import('../../../files/lock.ts')
  const { reading, read } = marksIn(settings.home)
  // The chat comes first.
  setPriority(10)
  const places = await placesHere(settings)
  for (let hasRead = false; ; ) {
    const asked = timeOf(reading)
    try {
      await withLock(join(settings.home, 'hooks', 'reading.lock'), 'exclusive', 0, async () => {
        writeFileSync(read, places, { mode: 0o600 })
        await readOnce(settings, open, isEnd && !hasRead)
      })
    } catch (error) {
      if (!(error instanceof LockBusy)) throw error
      // The process that reads now looks at the mark when it is done and reads again, but only in the folders of its own client.
      if (readIfThere(read) === places) return
      await sleep(1000)
      continue
    }
    hasRead = true
    if (timeOf(reading) === asked) return
  }
}

/** Where agents write in the environment of the client that called. */
async function placesHere({ diary }: Settings): Promise<string> {
  const { loadReaders } = await import('../../../transcripts/readers.ts')
  const readers = [...(await loadReaders()).values()]
  return JSON.stringify(readers.map(reader => reader.places(diary.environment)))
}

/** Where hooks and servers that were killed may have left half a file. */
export function foldersWrittenIn(home: string): string[] {
  return ['hooks/kept', 'hooks/said', 'data', 'diary']
    .map(name => join(home, name))
    .filter(folder => existsSync(folder))
}

async function readOnce(settings: Settings, open: () => Promise<App>, hasEnded: boolean): Promise<void> {
  const { home, diary } = settings
  const { withIndex } = await import('../../../diary/prepare/open-index.ts')
  const { sweepTemporary } = await import('../../../files/replace.ts')
  const log = (line: string) => logHook(home, 'read', line)
  for (const folder of foldersWrittenIn(home)) await sweepTemporary(folder)
  // Before the database is opened: transcripts are kept also when that is locked or damaged.
  await withIndex({ diary, log }, index => index.update(() => {}))
  const app = await open()
  if (isBuildWanted(settings, hasEnded)) await buildDays(app, home).catch(error => log(errorMessage(error)))
  await leaveReminder(app, home)
}

/** A person who chose a model for reports, and a team's database, get none that nobody asked for. */
function isBuildWanted({ home, hooks, diary, location }: Settings, hasEnded: boolean): boolean {
  if (!hooks.build_day || diary.with !== 'builtin' || isPostgres(location)) return false
  const { ended, build } = marksIn(home)
  return hasEnded || timeOf(ended) > timeOf(build) || ageOf(build) >= buildPauseMs
}

/** What fails is tried again by the next reading, because the mark is set at the end. */
async function buildDays(app: App, home: string): Promise<void> {
  const { diaryBuild, diaryBuildStatus } = await import('../../../diary/operations/diary-build.ts')
  const { ended, build } = marksIn(home)
  const started = new Date()
  const about = { changed: true, ended: readIfThere(ended) || undefined }
  // The database tells by one line in the log that it cannot be used, not by one for each thing that is noted in it.
  await app.db.read(async () => {})
  for (let tries = 1; ; tries++) {
    const { build_id } = await callAsOwner(app, diaryBuild, about)
    if (build_id !== undefined) {
      await app.jobs.wait(build_id)
      break
    }
    // Another process builds days, and may have read this one before the session ended.
    if (tries === 12) return
    await sleep(5000)
  }
  const { build: last } = await callAsOwner(app, diaryBuildStatus, {})
  for (const { date, message } of last?.failed ?? []) logHook(home, 'read', `${date} was not built: ${message}`)
  if (last?.state !== 'done' || last.failed.length > 0) return
  setTime(build, started)
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

/** Their times say when a reading was last asked for, a session ended and days were built; `ended` names the session, `read` the folders that are read. */
function marksIn(home: string): { [name in 'reading' | 'ended' | 'build' | 'read']: string } {
  const at = (name: string) => join(home, 'hooks', name)
  return { reading: at('last-reading'), ended: at('last-end'), build: at('last-build'), read: at('last-folders') }
}

function setTime(mark: string, time: Date): void {
  if (!existsSync(mark)) writeFileSync(mark, '', { mode: 0o600 })
  utimesSync(mark, time, time)
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** A mark from a time that is still to come was set before the clock was put back, and holds nothing up. */
function ageOf(mark: string): number {
  const age = Date.now() - timeOf(mark)
  return age < 0 ? Number.POSITIVE_INFINITY : age
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
