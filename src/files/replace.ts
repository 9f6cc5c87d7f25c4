import { randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, fsync, lstatSync, openSync, writeFileSync } from 'node:fs'
import { copyFile, type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Puts new bytes in place of a file, or leaves the old ones: a reader never sees half of either, and when this has
 * answered the new bytes survive a power cut.
 */
export async function replaceFile(path: string, bytes: string | Uint8Array, how: HowToReplace = {}): Promise<void> {
  await replaceFiles([{ path, bytes, ...how }])
}

/**
 * The same for what need not outlive the machine: after a power cut the old bytes may be there again, but never half of
 * the new ones.
 */
export async function noteFile(path: string, bytes: string | Uint8Array): Promise<void> {
  await renameStaged([{ path, bytes }])
}

/**
 * Puts new bytes in place of several files. When one of them cannot be replaced, all of them are as they were. `announce` is
 * called when all bytes are on the disk and no file has its new ones yet.
 */
export async function replaceFiles(files: readonly NewFile[], announce?: () => Promise<void>): Promise<void> {
  await renameStaged(files, announce)
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) await syncFolder(folder)
}

/** Creates a whole file, durable when this has answered; false and nothing changed when the name is taken. */
export async function createFile(
  path: string,
  bytes: string | Uint8Array,
  mode = 0o666,
  confirm: () => void = () => {},
): Promise<boolean> {
  try {
    await createBy(path, mode, file => file.writeFile(bytes), confirm)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** The same with the bytes that `write` writes. Returns its result; throws EEXIST when the name is taken. */
export async function createBy<T>(
  path: string,
  mode: number,
  write: (file: FileHandle) => Promise<T>,
  confirm: () => void | Promise<void> = () => {},
): Promise<T> {
  const temporary = temporaryFor(path)
  const file = await open(temporary, 'wx', mode)
  try {
    const written = await write(file)
    await file.sync()
    await file.close()
    await confirm()
    await linkInPlace(temporary, path)
    await syncFolder(dirname(path))
    return written
  } finally {
    await file.close()
    await rm(temporary, { force: true })
  }
}

interface HowToReplace {
  /** Who may read and write the file; its owner only by default. */
  mode?: number
  /** Called right before the new file gets its name; whatever it throws leaves the old file. */
  confirm?: () => void
}

interface NewFile extends HowToReplace {
  path: string
  bytes: string | Uint8Array
}

async function renameStaged(files: readonly NewFile[], announce = async () => {}): Promise<void> {
  const staged: Staged[] = []
  try {
    for (const { path, bytes, mode, confirm } of files) {
      const temporary = temporaryFor(path)
      staged.push({ path, temporary, confirm })
      await writeSynced(temporary, bytes, mode)
    }
    if (staged.length > 1) return await renameAllOrNone(staged, announce)
    await announce()
    await renameEach(staged)
  } catch (error) {
    for (const { temporary } of staged) await rm(temporary, { force: true })
    throw error
  }
}

function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`)
}

async function writeSynced(path: string, bytes: string | Uint8Array, mode: number | undefined): Promise<void> {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, bytes)
    // By the open file: by name, the mode of another file could be changed that has the name by then.
    if (mode !== undefined) fchmodSync(file, mode)
    await syncOpenFile(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Until the disk has what was written to an open file. Only this is left to another thread: to ask one for each of the
 * short steps before and after takes longer than the steps.
 */
export function syncOpenFile(file: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(file, error => (error ? reject(error) : resolve())))
}

/** The same of a file that was written to before. */
export async function syncFile(path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> {
  const file = openSync(path, flags)
  try {
    await syncOpenFile(file)
  } finally {
    closeSync(file)
  }
}

interface Staged {
  path: string
  temporary: string
  confirm?: (() => void) | undefined
}

async function renameEach(staged: readonly Staged[]): Promise<void> {
  for (const { path, temporary, confirm } of staged) await renamePatiently(temporary, path, confirm)
}

async function renameAllOrNone(staged: readonly Staged[], announce: () => Promise<void>): Promise<void> {
  const before = staged.map(({ path }) => ({ path, kept: temporaryFor(path) }))
  try {
    const present: typeof before = []
    for (const each of before) if (await keep(each.path, each.kept)) present.push(each)
    await announce()
    try {
      await renameEach(staged)
    } catch (error) {
      for (const { path } of before) if (!present.some(each => each.path === path)) await rm(path, { force: true })
      for (const { path, kept } of present) await renamePatiently(kept, path)
      throw error
    }
  } finally {
    for (const { kept } of before) await rm(kept, { force: true })
  }
}

/** A second copy of a file; false when there is none. */
async function keep(path: string, kept: string): Promise<boolean> {
  try {
    await copyFile(path, kept)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Makes renames and new names in a folder durable; file systems that cannot are left alone. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder, 'r')
  } catch (error) {
    if (!isCode(error, 'EISDIR', 'EINVAL', 'EPERM', 'EACCES', 'ENOTSUP')) throw error
  }
}

/** A hard link never replaces a file; where the file system has none, a look before the rename must do. */
async function linkInPlace(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error
    if (lstatSync(path, { throwIfNoEntry: false }))
      throw Object.assign(new Error('The name is taken.', { cause: error }), { code: 'EEXIST' })
    await rename(temporary, path)
  }
}

const abandonedAfterMs = 3_600_000
/** What a replacement that is not done yet is called. */
export const temporaryName = /^\..+\.\d+\.[0-9a-f]{12}\.tmp$/

/** Removes what processes killed in the middle of a replacement left behind. Call it with the folder's lock held. */
export async function sweepTemporary(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!temporaryName.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

/** Windows refuses to rename over a file that somebody reads at that moment. */
async function renamePatiently(from: string, to: string, confirm?: () => void): Promise<void> {
  for (let left = process.platform === 'win32' ? 50 : 0; ; left--) {
    try {
      confirm?.()
      await rename(from, to)
      return
    } catch (error) {
      if (left <= 0 || !isCode(error, 'EPERM', 'EACCES', 'EBUSY')) throw error
      await sleep(20)
    }
  }
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
