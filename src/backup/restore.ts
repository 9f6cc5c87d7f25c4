import { createHash, randomBytes } from 'node:crypto'
import { constants, createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, realpath, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '../app.ts'
import { type Db, isPostgres } from '../db/db.ts'
import { schemaVersion } from '../db/migrations.ts'
import { loadTableFiles, rejectUsedDatabase } from '../db/table-files.ts'
import { takeOverTombstones } from '../diary/forget/tombstones.ts'
import { diaryDefaults } from '../diary/settings.ts'
import { namesIn } from '../files/if-exists.ts'
import { isCode } from '../files/replace.ts'
import { DamagedZip, listZip, unzipEntry, type ZipListing } from '../files/unzip.ts'
import { homeVerify } from '../home/operations/home-verify.ts'
import type { Verified } from '../home/verified.ts'
import { callAsOwner } from '../invoke.ts'
import type { CallProgress } from '../kernel/call.ts'
import { Fault } from '../kernel/fault.ts'
import { openAudit } from '../room/audit/open.ts'
import { projectIn } from '../room/workspace/info.ts'
import { controlFolder } from '../room/workspace/layout.ts'
import { everyWorkspace } from '../room/workspace-rows.ts'
import {
  beforeRestore,
  databasePrefix,
  homePrefix,
  Manifest,
  manifestName,
  sqliteEntry,
  stagingPrefix,
} from './manifest.ts'

interface RestoreRequest {
  file: string
  home: string
  /** What `--db` or DAYBOOK_DB say; without, the SQLite file goes where it was below the home. */
  location: string | undefined
  /** Whether what is in the home may be moved aside. */
  replace: boolean
  now: Date
  progress: (progress: CallProgress) => void
}

export interface Restored {
  manifest: Manifest
  location: string
  /** Where the earlier content of the home is now. */
  kept: string | null
}

/** Unpacks and checks everything beside its place first; only then is anything put there. */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { home } = request
  const backup = await openBackup(request.file)
  try {
    const { manifest } = backup
    const location = locationFor(request, manifest)
    await refuseTarget(request, manifest, location)
    await mkdir(home, { recursive: true, mode: 0o700 })
    const staging = join(home, `${stagingPrefix}${randomBytes(6).toString('hex')}`)
    await mkdir(staging, { mode: 0o700 })
    try {
      await unpack(request, backup, staging)
      const kept = await putInPlace(request, manifest, { staging, location })
      return { manifest, location, kept }
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  } finally {
    await backup.close()
  }
}

/** Verifies everything in a home that was just restored. */
export async function verifyRestored(app: App, onProgress: (progress: CallProgress) => void): Promise<Verified> {
  await adoptReceipts(app)
  return callAsOwner(app, homeVerify, {}, { onProgress })
}

function locationFor({ home, location }: RestoreRequest, { engine, database_path }: Manifest): string {
  if (location === undefined && engine === 'postgres') {
    throw new Fault('INVALID_INPUT', 'The backup is of a PostgreSQL database. Nothing was restored.', {
      hint: 'Make an empty database and name it with --db.',
    })
  }
  if (location !== undefined && isPostgres(location) !== (engine === 'postgres')) {
    throw new Fault('INVALID_INPUT', 'The backup is of the other kind of database. Nothing was restored.', {
      details: { engine },
      hint: 'Name a database of the same kind with --db; records move between kinds by export and import.',
    })
  }
  return location ?? join(home, database_path ?? 'daybook.db')
}

async function refuseTarget({ home, replace }: RestoreRequest, { schema }: Manifest, location: string): Promise<void> {
  if (schema > schemaVersion) {
    throw new Fault('REFUSED', 'The backup was made by a newer Daybook. Nothing was restored.', {
      details: { schema, program: schemaVersion },
      hint: 'Update first: npm install -g daybook@latest',
    })
  }
  if (!replace && (await entriesOf(home)).length > 0) {
    throw new Fault('REFUSED', 'The home is not empty. Nothing was restored.', {
      details: { home },
      hint: 'Set DAYBOOK_HOME to an empty folder, or move what is there aside with --replace.',
    })
  }
  if (isPostgres(location)) return withPostgres(location, db => db.read(rejectUsedDatabase))
  const isBelow = resolve(location).startsWith(`${resolve(home)}${sep}`)
  if (!isBelow && existsSync(location)) {
    throw new Fault('REFUSED', 'There is a database already. Nothing was restored.', {
      details: { file: location },
      hint: 'Name another file with --db.',
    })
  }
}

async function unpack({ progress }: RestoreRequest, backup: OpenBackup, staging: string): Promise<void> {
  const { files } = backup.manifest
  const total = { files_total: files.length, bytes_total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
  const done = { files: 0, bytes: 0 }
  await backup.unpack(staging, step => {
    done.files += step.files ?? 0
    done.bytes += step.bytes ?? 0
    progress({ phase: 'restore', ...done, ...total })
  })
  for (const { name, mode } of backup.manifest.folders) {
    const folder = join(staging, homePrefix, name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // What is put into it comes first; a folder may be closed to its owner's own writing.
    await chmod(folder, mode | 0o700)
  }
}

async function putInPlace(
  { home, replace, now, progress }: RestoreRequest,
  manifest: Manifest,
  { staging, location }: { staging: string; location: string },
): Promise<string | null> {
  if (isPostgres(location)) {
    let rows = 0
    await withPostgres(location, db =>
      loadTableFiles(db, manifest.schema, join(staging, databasePrefix, 'tables'), more => {
        rows += more
        progress({ phase: 'rows', files: rows, files_total: 0, bytes: 0, bytes_total: 0 })
      }),
    )
  }
  const before = replace ? (await entriesOf(home)).filter(name => !name.startsWith(beforeRestore)) : []
  const kept = before.length > 0 ? join(home, `${beforeRestore}${now.toISOString().replace(/[:.]/g, '-')}`) : null
  if (kept) {
    await mkdir(kept, { mode: 0o700 })
    for (const name of before) await rename(join(home, name), join(kept, name))
  }
  const unpacked = join(staging, homePrefix)
  for (const name of await entriesOf(unpacked)) await rename(join(unpacked, name), join(home, name))
  if (!isPostgres(location)) {
    await mkdir(dirname(location), { recursive: true, mode: 0o700 })
    await moveFile(join(staging, sqliteEntry), location)
  }
  // What was forgotten since the backup was made is removed from what was restored when it is opened.
  if (kept) await takeOverTombstones(diaryDefaults(home), diaryDefaults(kept).forgottenDir)
  return kept
}

/** A database at another location may be on another disk. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
  }
}

async function withPostgres<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { openPostgres } = await import('../db/postgres.ts')
  const db = openPostgres({ url })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter(name => !name.startsWith(stagingPrefix))
}

interface OpenBackup {
  manifest: Manifest
  /** Unpacks everything below a folder and checks every entry against its hash. */
  unpack(folder: string, onStep: (step: { files?: number; bytes?: number }) => void): Promise<void>
  close(): Promise<void>
}

/** Opens a backup; a file that is cut off, damaged or something else is refused. */
async function openBackup(path: string): Promise<OpenBackup> {
  const file = await open(path, 'r').catch(() => {
    throw new Fault('INVALID_INPUT', 'The backup cannot be read.', {
      details: { file: path },
      hint: 'Name a file that daybook backup made.',
    })
  })
  const entries = new Map<string, ZipListing>()
  try {
    const listed = await sound(manifestName, () => listZip(file))
    for (const entry of listed) {
      if (entries.has(entry.name)) throw damagedBackup(entry.name)
      entries.set(entry.name, entry)
    }
    const manifest = await sound(manifestName, async () => readManifest(path, file, entries.get(manifestName)))
    const named = new Set(manifest.files.map(({ name }) => name))
    const other = [...entries.keys()].find(name => name !== manifestName && !named.has(name))
    if (other !== undefined || named.size !== manifest.files.length) throw damagedBackup(other ?? manifestName)
    return {
      manifest,
      async unpack(folder, onStep) {
        for (const expected of manifest.files) {
          const entry = entries.get(expected.name)
          if (!entry) throw damagedBackup(expected.name)
          const target = join(folder, expected.name)
          await mkdir(dirname(target), { recursive: true, mode: 0o700 })
          const found = await sound(expected.name, () => unpackEntry(path, file, entry, target, onStep))
          if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) throw damagedBackup(expected.name)
          await chmod(target, expected.mode)
          await utimes(target, new Date(), new Date(expected.modified_ms))
          onStep({ files: 1 })
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>

/** A manifest longer than this would list millions of files. */
const longestManifest = 512 * 1024 ** 2

async function readManifest(path: string, file: FileHandle, entry: ZipListing | undefined): Promise<Manifest> {
  if (!entry || entry.size > longestManifest) throw new DamagedZip('The manifest is missing.')
  const pieces: Buffer[] = []
  for await (const piece of unzipEntry(path, file, entry)) pieces.push(piece)
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(pieces).toString('utf8')))
  if (parsed.success) return parsed.data
  throw new DamagedZip('The manifest does not fit.')
}

async function unpackEntry(
  path: string,
  file: FileHandle,
  entry: ZipListing,
  target: string,
  onStep: (step: { bytes?: number }) => void,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const content = async function* () {
    for await (const piece of unzipEntry(path, file, entry)) {
      hash.update(piece)
      bytes += piece.length
      onStep({ bytes: piece.length })
      yield piece
    }
  }
  await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  return { bytes, sha256: hash.digest('hex') }
}

async function sound<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DamagedZip || error instanceof SyntaxError) throw damagedBackup(name, error)
    throw error
  }
}

function damagedBackup(entry: string, cause?: unknown): Fault {
  return new Fault('UNPROCESSABLE', 'The backup is damaged, cut off, or no backup of Daybook. Nothing was restored.', {
    details: { entry },
    hint: 'Take another copy of it, or an earlier backup.',
    cause,
  })
}

/**
 * Takes in the receipts that were written between the copy of the database and that of the files. A folder outside the home
 * may be in use by the Daybook that was backed up, so it is left alone.
 */
async function adoptReceipts({ db, clock, home, env }: App): Promise<void> {
  const realHome = await realpath(home)
  for (const { project_id: project, path } of await db.read(tx => everyWorkspace(tx, home))) {
    if (!path.startsWith(`${realHome}${sep}`) || (await projectIn(path).catch(() => undefined)) !== project) continue
    const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
    await openAudit({ folder: join(path, controlFolder, 'audit'), db, project, clock, keyFile })
  }
}
