import { constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { FileFault, invalidFile } from './source-lines.ts'

interface LayerFile {
  /** As it was looked for. */
  path: string
  sha256: string
  text: string
}

/** What must be the same for a parsed file to be used again. */
export interface FileIdentity {
  real: string
  ino: number
  mtimeMs: number
  /** Changes with the permissions as well. */
  ctimeMs: number
  size: number
}

export function sameFile(a: FileIdentity, b: FileIdentity): boolean {
  const sameTimes = a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs
  return a.real === b.real && a.ino === b.ino && sameTimes && a.size === b.size
}

const maxFileBytes = 2 * 1024 * 1024

/**
 * The file at a path, or undefined when there is none. Below a root it may be a link, as long as it ends inside; what
 * exists but cannot be used is refused by name, because going on without it would silently change what is built. One
 * that is as it was when it was last found could be used then and is not opened again. Looking is done in this thread,
 * since handing it to another costs more than the looking.
 */
export async function findLayerFile(
  path: string,
  root?: string,
  before?: FileIdentity,
): Promise<FileIdentity | undefined> {
  const real = realPath(path)
  if (real === undefined) return undefined
  if (root !== undefined && !inside(realpathSync.native(root), real)) {
    throw refuse(path, 'it leads outside the project folder', 'replace the link by a file inside the folder')
  }
  const about = before && statSync(real, { throwIfNoEntry: false })
  const seen = about && identityOf(real, about)
  return before && seen && sameFile(before, seen) ? seen : identity(path, real)
}

export async function readLayerFile(path: string, { real }: FileIdentity): Promise<LayerFile> {
  const bytes = await bytesOf(path, real)
  const text = decode(path, bytes)
  return { path, text, sha256: sha256(bytes) }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR') && !isDangling(path)) return undefined
    throw refuse(path, 'it cannot be read', 'check the link or the permissions, or move it away')
  }
}

function isDangling(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

async function identity(path: string, real: string): Promise<FileIdentity> {
  // Opened without waiting: a named pipe would otherwise block the call until something writes to it.
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => {
    throw refuse(path, 'it cannot be read', 'check its permissions, or move it away')
  })
  try {
    const about = await file.stat()
    if (!about.isFile()) throw refuse(path, 'it is not a regular file', 'replace it by a file, or move it away')
    if (about.size > maxFileBytes) throw refuse(path, 'it is larger than 2 MiB', 'split it, or move it away')
    return identityOf(real, about)
  } finally {
    await file.close()
  }
}

function identityOf(real: string, { ino, mtimeMs, ctimeMs, size }: Stats): FileIdentity {
  return { real, ino, mtimeMs, ctimeMs, size }
}

async function bytesOf(path: string, real: string): Promise<Buffer> {
  const file = await open(real, 'r').catch(() => {
    throw refuse(path, 'it cannot be read', 'check its permissions, or move it away')
  })
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refuse(path, 'it is not UTF-8 text', 'save it as UTF-8')
  }
}

function inside(root: string, real: string): boolean {
  const way = relative(root, real)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`)
}

function refuse(path: string, problem: string, remedy: string) {
  return invalidFile(path, new FileFault(problem, remedy))
}
