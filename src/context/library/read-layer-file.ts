import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { FileFault, invalidFile } from './file-fault.ts'

export interface LayerFile {
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
  size: number
}

const largest = 2 * 1024 * 1024

/**
 * The file at a path, or undefined when there is none. Below a root it may be a link, as long as it ends inside; what
 * exists but cannot be used is refused by name, because going on without it would silently change what is built.
 */
export async function findLayerFile(path: string, root?: string): Promise<FileIdentity | undefined> {
  const real = await realPath(path)
  if (real === undefined) return undefined
  if (root !== undefined && !inside(await realpath(root), real)) {
    throw refuse(path, 'it leads outside the project folder', 'replace the link by a file inside the folder')
  }
  return identity(path, real)
}

export async function readLayerFile(path: string, { real }: FileIdentity): Promise<LayerFile> {
  const bytes = await bytesOf(path, real)
  const text = decoded(path, bytes)
  return { path, text, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR') && !(await isDangling(path))) return undefined
    throw refuse(path, 'it cannot be read', 'check the link or the permissions, or move it away')
  }
}

async function isDangling(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

async function identity(path: string, real: string): Promise<FileIdentity> {
  // Opened without waiting: a named pipe would otherwise hold the call until somebody writes to it.
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => {
    throw refuse(path, 'it cannot be read', 'check its permissions, or move it away')
  })
  try {
    const about = await file.stat()
    if (!about.isFile()) throw refuse(path, 'it is not a regular file', 'replace it by a file, or move it away')
    if (about.size > largest) throw refuse(path, 'it is larger than 2 MiB', 'split it, or move it away')
    return { real, ino: about.ino, mtimeMs: about.mtimeMs, size: about.size }
  } finally {
    await file.close()
  }
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

function decoded(path: string, bytes: Buffer): string {
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

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
