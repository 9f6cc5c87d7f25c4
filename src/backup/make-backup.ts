import { createHash, randomBytes } from 'node:crypto'
import { access, link, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { App } from '../app.ts'
import type { Settings } from '../config.ts'
import { isPostgres } from '../db/db.ts'
import { readVersion } from '../db/migrations.ts'
import { copySqlite, isSqlite } from '../db/sqlite-snapshot.ts'
import { tablesOf, writeTableFiles } from '../db/table-files.ts'
import { ifExists } from '../files/if-exists.ts'
import { isCode, syncFolder } from '../files/replace.ts'
import { type ZipWriter, zipWriter } from '../files/zip.ts'
import type { CallProgress } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { formatInstant } from '../kernel/instants.ts'
import { everyWorkspace, pathBelow, realPath, shortenPaths } from '../room/workspace-rows.ts'
import {
  databasePrefix,
  type HomePlace,
  homePrefix,
  type Manifest,
  manifestName,
  sqliteEntry,
  visitHome,
} from './manifest.ts'

interface BackupRequest {
  app: App
  settings: Settings
  env: NodeJS.ProcessEnv
  /** The version of the program. */
  version: string
  file: string
  progress: (progress: CallProgress) => void
}

export interface MadeBackup {
  file: string
  bytes: number
  manifest: Manifest
}

/** Everything the home and the database hold, as one file that is there whole or not at all; others go on writing. */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { settings, app } = request
  const file = resolve(request.file)
  await refusePlace(file, settings.home)
  await shortenPaths(app.db, settings.home)
  const work = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`)
  await mkdir(work, { mode: 0o700 })
  try {
    const archive = join(work, 'backup')
    const manifest = await writeArchive(request, archive, work)
    const { size } = await stat(archive)
    await nameFinished(archive, file)
    return { file, bytes: size, manifest }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writeArchive(request: BackupRequest, archive: string, work: string): Promise<Manifest> {
  const { app, settings, version } = request
  const now = app.clock()
  const file = await open(archive, 'wx', 0o600)
  try {
    const zip = zipWriter(file, new Date(now), { level: 3, large: true })
    const place = homePlace(settings)
    const copying = new Copying(zip, work, await progressOf(request, place))
    const { schema, names } = await copyDatabase(request, work, copying)
    for (const name of names) await copying.add(`${databasePrefix}${name}`, join(work, name))
    await visitHome(place, {
      file: (name, path) => copying.add(`${homePrefix}${name}`, path),
      folder: (name, path) => copying.folders.set(name, path),
      leftOut: (name, why) => void copying.leftOut.push({ name, why }),
    })
    const manifest: Manifest = {
      format: 'daybook-backup',
      version: 1,
      daybook: version,
      created: formatInstant(now),
      engine: app.db.engine,
      schema,
      database_path: isPostgres(settings.location)
        ? null
        : (pathBelow(settings.home, realPath(settings.location)) ?? null),
      folders: await copying.foldersWithModes(),
      files: copying.files,
      outside: await outsideOf(request),
      left_out: copying.leftOut,
    }
    await zip.add({ name: manifestName, content: [Buffer.from(JSON.stringify(manifest))] })
    await zip.finish()
    await file.sync()
    return manifest
  } finally {
    await file.close()
  }
}

/** Entries on their way into the archive, each hashed as it passes. */
class Copying {
  readonly files: Manifest['files'] = []
  readonly leftOut: Manifest['left_out'] = []
  readonly folders = new Map<string, string>()
  readonly #zip: ZipWriter
  readonly #work: string
  readonly onStep: (step: { files?: number; bytes?: number }) => void

  constructor(zip: ZipWriter, work: string, onStep: Copying['onStep']) {
    this.#zip = zip
    this.#work = work
    this.onStep = onStep
  }

  async add(name: string, path: string): Promise<void> {
    if (name.startsWith(homePrefix) && (await ifExists(isSqlite(path)))) return this.#addDatabase(name, path)
    await this.#addFile(name, path)
  }

  async foldersWithModes(): Promise<Manifest['folders']> {
    const found: Manifest['folders'] = []
    for (const [name, path] of this.folders) {
      const stats = await ifExists(lstat(path))
      if (stats) found.push({ name, mode: stats.mode & 0o777 })
    }
    return found
  }

  async #addDatabase(name: string, path: string): Promise<void> {
    const copy = join(this.#work, 'copy')
    const stats = await stat(path)
    try {
      await copySqlite(path, copy)
      await this.#addFile(name, copy, stats)
    } finally {
      await rm(copy, { force: true })
    }
  }

  async #addFile(name: string, path: string, of?: { mode: number; mtimeMs: number }): Promise<void> {
    const file = await ifExists(open(path, 'r'))
    // It was removed since the folder was listed.
    if (!file) return
    try {
      const hash = createHash('sha256')
      const { onStep } = this
      const { size, ...stats } = await file.stat()
      let bytes = 0
      const content = async function* (): AsyncGenerator<Buffer> {
        // A file that grows all the while is taken as far as it was at the beginning.
        if (size === 0) return
        for await (const piece of file.createReadStream({ end: size - 1, autoClose: false })) {
          hash.update(piece)
          bytes += piece.length
          onStep({ bytes: piece.length })
          yield piece
        }
      }
      await this.#zip.add({ name, content: content() })
      const { mode, mtimeMs } = of ?? stats
      this.files.push({ name, bytes, sha256: hash.digest('hex'), mode: mode & 0o777, modified_ms: mtimeMs })
      onStep({ files: 1 })
    } finally {
      await file.close()
    }
  }
}

async function copyDatabase(
  { app, settings }: BackupRequest,
  work: string,
  { onStep }: Copying,
): Promise<{ schema: number; names: string[] }> {
  if (app.db.engine === 'postgres') {
    const tables = join(work, 'tables')
    await mkdir(tables, { mode: 0o700 })
    const schema = await writeTableFiles(app.db, tables, () => onStep({}))
    return { schema, names: tablesOf(schema).map(table => `tables/${table}.jsonl`) }
  }
  const name = sqliteEntry.slice(databasePrefix.length)
  await copySqlite(settings.location, join(work, name), () => onStep({}))
  return { schema: await app.db.read(readVersion), names: [name] }
}

function homePlace({ home, location, diary }: Settings): HomePlace {
  const real = realPath(home)
  const same = (path: string) => join(real, relative(home, path))
  return {
    home: real,
    except: new Set([...(isPostgres(location) ? [] : [same(location), realPath(location)]), same(diary.cacheDir)]),
    diaryRoot: same(diary.root),
    lockTimeoutMs: diary.lockTimeoutMs,
  }
}

async function progressOf({ progress }: BackupRequest, place: HomePlace): Promise<Copying['onStep']> {
  const total = { files: 0, bytes: 0 }
  await visitHome(place, {
    async file(_, path) {
      total.files++
      total.bytes += (await ifExists(stat(path)))?.size ?? 0
    },
    folder() {},
    leftOut() {},
  })
  const done = { files: 0, bytes: 0 }
  return ({ files = 0, bytes = 0 }) => {
    done.files += files
    done.bytes += bytes
    progress({
      phase: 'backup',
      files: done.files,
      files_total: Math.max(total.files, done.files),
      bytes: done.bytes,
      bytes_total: Math.max(total.bytes, done.bytes),
    })
  }
}

/** What belongs to this Daybook but is located elsewhere and has to be backed up separately. */
async function outsideOf({ app, settings, env }: BackupRequest): Promise<Manifest['outside']> {
  const { home, diary, context, configFile } = settings
  const rooms = await app.db.read(tx => everyWorkspace(tx, home))
  const places = [
    ...rooms.map(({ path, project_id }) => ({ what: 'room', path, project: project_id })),
    { what: 'diary', path: diary.root },
    { what: 'archive', path: diary.archive.dir },
    { what: 'prompts', path: context.userPrompts },
    { what: 'statements', path: context.userStatements },
    { what: 'settings', path: configFile },
    ...(env.DAYBOOK_ROOM_KEY_FILE ? [{ what: 'room key', path: resolve(env.DAYBOOK_ROOM_KEY_FILE) }] : []),
  ]
  const isThere = await Promise.all(
    places.map(
      ({ what, path }) =>
        what === 'room' ||
        access(path).then(
          () => true,
          () => false,
        ),
    ),
  )
  return places.filter(({ path }, at) => isThere[at] && pathBelow(home, realPath(path)) === undefined)
}

async function refusePlace(file: string, home: string): Promise<void> {
  if (await ifExists(lstat(file))) throw wrongFile('There is such a file already, and it is left alone.', file)
  const folder = realPath(dirname(file))
  if (folder === realPath(home) || pathBelow(home, folder) !== undefined)
    throw wrongFile('A backup inside the home would be lost with it. Name a place outside.', file)
  if (!(await ifExists(stat(folder)))?.isDirectory()) throw wrongFile('The folder for it is not there.', file)
}

function wrongFile(message: string, file: string): Fault {
  return new Fault('INVALID_INPUT', message, {
    details: { file },
    hint: 'Name another file, for instance on another disk.',
  })
}

/** The finished archive gets its name in one step, and never in place of a file that came there meanwhile. */
async function nameFinished(archive: string, file: string): Promise<void> {
  try {
    await link(archive, file)
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw wrongFile('There is such a file already, and it is left alone.', file)
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error
    // A file system without second names; nothing better is left than to look and rename.
    if (await ifExists(lstat(file))) throw wrongFile('There is such a file already, and it is left alone.', file)
    await rename(archive, file)
  }
  await syncFolder(dirname(file))
}
