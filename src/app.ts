import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContextContext } from './context/context.ts'
import type { LibraryReader, LibrarySettings } from './context/library/library.ts'
import type { Db } from './db/db.ts'
import { openDb, openDbLater } from './db/open.ts'
import type { DiaryContext } from './diary/context.ts'
import { closeReads, closeThreads, type DiarySettings, diarySettings } from './diary/settings.ts'
import type { HomeContext } from './home/context.ts'
import { openNotices } from './jobs/follow.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import { errorMessage } from './kernel/fault.ts'
import { makeHandle } from './kernel/handles.ts'
import type { Clock } from './kernel/instants.ts'
import { type RecordsContext, type RecordsSettings, recordsDefaults } from './records/context.ts'
import { openRecordReader } from './records/open-records.ts'
import type { RoomContext } from './room/context.ts'
import { roomsLater } from './room/rooms-later.ts'

/** Everything the operations need except who is calling. */
export interface App extends Omit<RecordsContext & DiaryContext & ContextContext & RoomContext & HomeContext, 'call'> {
  /** Logs unexpected failures in full; their callers get a short reference only. */
  log: (line: string) => void
  jobs: Jobs
  close(): Promise<void>
}

export type AppContext = App & Pick<RecordsContext, 'call'>

interface AppOptions {
  /** A PostgreSQL URL or the path of a SQLite file. */
  location: string
  /** How long to wait for other processes that hold the database. */
  waitMs?: number | undefined
  /** Whether the database is opened by the first call that needs it. */
  later?: boolean
  records?: Partial<RecordsSettings>
  diary?: Partial<DiarySettings>
  context?: Partial<LibrarySettings>
  room?: { home?: string; env?: NodeJS.ProcessEnv }
  /** How this program is started from a terminal. */
  command?: readonly string[]
  clock?: Clock
  log?: (line: string) => void
}

/** The composition root: settings and a store become what operations run on. */
export async function openApp({ location, waitMs, later, ...options }: AppOptions): Promise<App> {
  const opening = { location, waitMs, ...(options.log && { warn: options.log }) }
  const app = appOn(later ? openDbLater(opening) : await openDb(opening), options)
  // Most homes have none, and then nothing of it is loaded.
  if (existsSync(app.diary.forgottenDir)) await finishForgetting(app)
  return app
}

/** What a process that died had begun to forget is gone before anything is answered; what is in use goes at the next start. */
async function finishForgetting(app: App): Promise<void> {
  try {
    const { hasPending } = await import('./diary/forget/tombstones.ts')
    if (!hasPending(app.diary)) return
    const { finishForgetting: finish } = await import('./diary/forget/finish.ts')
    await finish(app, app.diary.lockTimeoutMs)
  } catch (error) {
    app.log(`diary: a session is not wholly forgotten yet: ${errorMessage(error)}`)
  }
}

/** The same on a store that is open already. */
export function appOn(
  db: Db,
  {
    records,
    diary,
    context,
    room,
    command = ['daybook'],
    clock = Date.now,
    log = () => {},
  }: Omit<AppOptions, 'location' | 'waitMs' | 'later'>,
): App {
  const home = process.env.DAYBOOK_HOME || join(homedir(), '.daybook')
  const settings = diarySettings(home, diary)
  const jobs = openJobs(log)
  const rooms = roomsLater({ db, home: room?.home ?? home }, async () => {
    const { openRooms } = await import('./room/rooms.ts')
    return openRooms({
      db,
      clock,
      log,
      jobs,
      home,
      env: process.env,
      providers: settings.providers,
      sample: join(assetsFolder(), 'room-sample'),
      pathRoots: context?.pathRoots,
      ...room,
    })
  })
  const cited = { db, diary: settings, rooms, home: room?.home ?? home, pathRoots: context?.pathRoots }
  const app: App = {
    db,
    clock,
    log,
    jobs,
    notices: openNotices(),
    home: room?.home ?? home,
    command,
    env: room?.env ?? process.env,
    makeSessionId: () => makeHandle('ses'),
    records: { ...recordsDefaults, ...records },
    diary: settings,
    liveRuns: new Map(),
    openRecords: openRecordReader(),
    rooms,
    library: libraryLater(() => ({ ...libraryDefaults(home), ...context })),
    async checkEvidence(...given) {
      const { checkEvidence } = await import('./home/cited-evidence.ts')
      return checkEvidence(cited, ...given)
    },
    async readEvidence(...given) {
      const { readEvidence } = await import('./home/cited-evidence.ts')
      return readEvidence(cited, ...given)
    },
    facets: facetsOf({ db, clock, log, rooms, diary: settings }),
    async dayStart(day) {
      const { startOfDay } = await import('./diary/dates/window.ts')
      return startOfDay(day, clock(), settings.timezone)
    },
    async writeAsModel(...given) {
      const { writeAsModel } = await import('./diary/write-as-model.ts')
      return writeAsModel(app, ...given)
    },
    async daysRead() {
      const { adoptRepositories } = await import('./home/repositories/adopt.ts')
      await adoptRepositories(app).catch((error: unknown) =>
        log(`home: repositories were not made projects: ${errorMessage(error)}`),
      )
    },
    async findMentions(refs) {
      const { projectsMentioning } = await import('./context/store/projects.ts')
      const { filesMentioning } = await import('./room/workspace/search.ts')
      return db.read(async tx => ({
        context: await projectsMentioning(tx, refs),
        room: await filesMentioning(tx, room?.home ?? home, refs),
      }))
    },
    async close() {
      await jobs.finish()
      await jobs.leave()
      await closeThreads(settings)
      closeReads(settings)
      await rooms.close()
      await db.close()
    },
  }
  return app
}

/** How each part is searched; its code is loaded with the first search of it. */
function facetsOf(ctx: Pick<App, 'db' | 'clock' | 'log' | 'rooms' | 'diary'>): App['facets'] {
  const { db, clock, rooms, diary } = ctx
  const days = () => import('./diary/report/search-days.ts')
  const ofRooms = () => import('./room/search-facets.ts')
  return {
    sessions: async request => (await import('./diary/search/session-facet.ts')).findSessions(ctx, request),
    records: async request => (await import('./records/search-facet.ts')).findRecords(db, request),
    items: async request => (await days()).findItems(diary, clock(), request),
    days: async request => (await days()).findDays(diary, clock(), request),
    issues: async request => (await ofRooms()).findIssues({ db, rooms, now: clock() }, request),
    files: async request => (await ofRooms()).findFiles({ db, rooms, now: clock() }, request),
    projects: async request => (await import('./records/search-facet.ts')).findProjects(clock(), request),
  }
}

/** What the program brings along beside its code. The built program is as deep below the package's root as this file. */
export const assetsFolder = () => fileURLToPath(new URL('../assets/', import.meta.url))

/** The prompts and statements, whose code is loaded with the first call that needs one of them. */
function libraryLater(settings: () => LibrarySettings): LibraryReader {
  let opened: Promise<LibraryReader> | undefined
  return {
    async of(projectPath) {
      opened ??= import('./context/library/library.ts').then(({ openLibrary }) => openLibrary(settings()))
      return (await opened).of(projectPath)
    },
  }
}

function libraryDefaults(home: string): LibrarySettings {
  return {
    userPrompts: join(home, 'prompts.md'),
    userStatements: join(home, 'statements.md'),
    builtinPrompts: join(assetsFolder(), 'prompts.md'),
    builtinStatements: join(assetsFolder(), 'statements.md'),
    pathRoots: undefined,
  }
}
