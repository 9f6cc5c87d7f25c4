import { existsSync, type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { discover } from '../../transcripts/discover.ts'
import type { TranscriptFile } from '../../transcripts/reader.ts'
import { loadReaders } from '../../transcripts/readers.ts'
import { lastBuild } from '../build/journal.ts'
import type { DiaryContext } from '../context.ts'
import { cacheFile } from '../prepare/index/database.ts'
import { withIndex } from '../prepare/open-index.ts'
import { sampleReading } from '../prepare/sample-reading.ts'
import { sendNotices } from './grown-session.ts'

type Context = Pick<DiaryContext, 'diary' | 'log' | 'notices'>

interface Watching {
  /** Once it knows every file that was there at its beginning. */
  ready: Promise<void>
  /** Once files that an earlier version read were read again. */
  renewed: Promise<void>
  close(): Promise<void>
}

interface WatchOptions {
  /** How long after a change the file is read: an agent writes several lines at once. */
  gatherMs?: number
  /** How often the files that changed last are looked at, in case the system does not report a change. */
  pollMs?: number
  /** How often all folders are looked at, in case the system does not report a new one. */
  discoverMs?: number
}

/** Reads only what agents add to their transcripts while they work, and sends a notice of every session that grew. */
export function watchTranscripts(
  ctx: Context,
  { gatherMs = 100, pollMs = 1000, discoverMs = 20_000 }: WatchOptions = {},
): Watching {
  const files = new Map<string, Watched>()
  const folders = new Map<string, FSWatcher>()
  const changed = new Set<string>()
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const discovering = setInterval(() => void findFiles(), discoverMs)
  const polling = setInterval(() => lookAt(newest(files)), pollMs)
  for (const timer of [discovering, polling]) timer.unref()
  const ready = findFiles(true)
  working = ready.then(renewOutdated).catch(error => ctx.log(`diary: transcripts were not read again: ${error}`))

  return {
    ready,
    renewed: working,
    async close() {
      isClosed = true
      clearInterval(discovering)
      clearInterval(polling)
      clearTimeout(gathering)
      for (const watcher of folders.values()) watcher.close()
      await working
    },
  }

  /** After a new version of Daybook nobody else may ask for what was known before it. */
  async function renewOutdated(): Promise<void> {
    for (const diary of [ctx.diary, sampleReading(ctx.diary)]) {
      // Where nothing was ever read, nothing is begun.
      if (isClosed || !existsSync(cacheFile(diary.cacheDir))) continue
      const some = { ...ctx, diary }
      await withIndex(some, async index => void (index.cache.isOutdated() && (await index.update(() => {}))))
    }
  }

  /** At the beginning files are as they are; later a file that was not there is a change. */
  async function findFiles(isFirst = false): Promise<void> {
    const readers = await loadReaders()
    for (const reader of readers.values()) {
      if (isClosed) return
      const found = discover(reader, ctx.diary.environment)
      for (const { root, state } of found.roots) if (state === 'ok') watchFolder(root)
      for (const file of found.files) {
        const known = files.get(file.path)
        if (known) continue
        files.set(file.path, { file, ...lookOf(file.path) })
        if (!isFirst) note(file.path)
      }
    }
    for (const { file } of newest(files)) watchFoldersOf(file)
  }

  /** The folder of a file and those above it: the next day or project gets a folder beside it. */
  function watchFoldersOf({ path, relative }: TranscriptFile): void {
    let folder = dirname(path)
    for (const _ of relative.split('/').slice(1)) {
      watchFolder(folder)
      folder = dirname(folder)
    }
  }

  /** A folder that was just made, with what was made in it since. */
  function watchNewFolder(path: string): void {
    try {
      // As where files are found, a link to a folder is not followed: it may lead back to one above it.
      if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
      watchFolder(path)
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        if (entry.isDirectory()) watchNewFolder(join(path, entry.name))
      }
    } catch {
      // It is gone again or not ours to read.
    }
  }

  function watchFolder(folder: string): void {
    if (folders.has(folder) || folders.size >= maxFolders) return
    try {
      const watcher = watch(folder, (_, name) => {
        const path = name === null ? undefined : `${folder}${folder.endsWith(sep) ? '' : sep}${name}`
        const known = path === undefined ? undefined : files.get(path)
        if (known) return lookAt([known])
        if (path !== undefined) watchNewFolder(path)
        void findFiles()
      })
      // A folder that goes away is found again when it comes back.
      watcher.on('error', () => {
        watcher.close()
        folders.delete(folder)
      })
      folders.set(folder, watcher)
    } catch {
      // The system gives no more watchers, or the folder is gone: looking now and then is enough.
    }
  }

  function lookAt(some: Iterable<Watched>): void {
    for (const watched of some) {
      const look = lookOf(watched.file.path)
      if (look.size === watched.size && look.changedMs === watched.changedMs) continue
      Object.assign(watched, look)
      note(watched.file.path)
    }
  }

  function note(path: string): void {
    changed.add(path)
    gathering ??= setTimeout(() => {
      gathering = undefined
      working = working.then(readChanged).catch(error => ctx.log(`diary: transcripts are not followed: ${error}`))
    }, gatherMs).unref()
  }

  async function readChanged(): Promise<void> {
    if (isClosed) return
    const paths = [...changed]
    changed.clear()
    const some = paths.flatMap(path => files.get(path)?.file ?? [])
    // A build reads all that is there; what is added meanwhile is read when it has ended.
    const build = await lastBuild(ctx.diary)
    if (build?.state === 'running' && !build.cut_off && build.step !== 'days') {
      setTimeout(() => paths.forEach(note), retryMs).unref()
      return
    }
    await withIndex(ctx, async index => {
      // A large file that was never read is left to a build.
      const wanted = some.filter(({ path }) => index.cache.file(path) || (files.get(path)?.size ?? 0) <= largestUnread)
      if (wanted.length === 0) return
      const before = new Map(wanted.map(({ path }) => [path, index.cache.transcript(path)?.turns.length ?? 0]))
      await index.updateFiles(wanted)
      await sendNotices(ctx, index, before)
    })
  }
}

interface Watched {
  file: TranscriptFile
  size: number
  changedMs: number
}

const maxFolders = 1024
const mostPolled = 40
const largestUnread = 8 * 1024 * 1024
const retryMs = 500

function newest(files: ReadonlyMap<string, Watched>): Watched[] {
  return [...files.values()].sort((a, b) => b.changedMs - a.changedMs).slice(0, mostPolled)
}

function lookOf(path: string): { size: number; changedMs: number } {
  const stat = statSync(path, { throwIfNoEntry: false })
  return { size: stat?.size ?? 0, changedMs: stat?.mtimeMs ?? 0 }
}
