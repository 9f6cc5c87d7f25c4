import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { appendDurably } from '../../files/append-log.ts'
import { ifExists } from '../../files/if-exists.ts'
import { noteFile, replaceFile, syncFolder } from '../../files/replace.ts'

export interface FileStamp {
  size: number
  mtimeMs: number
  ino: number
}

/** The files of the audit; passed in, so that a test can count what is read and written. */
export interface Disk {
  /** Undefined when there is none. */
  read(path: string): Promise<Buffer | undefined>
  /** The bytes from `start` up to `end`, less when the file is shorter. */
  readRange(path: string, start: number, end: number): Promise<Buffer>
  stat(path: string): Promise<FileStamp | undefined>
  /** The names in a folder, in order; none when the folder does not exist. */
  list(folder: string): Promise<string[]>
  /** Adds bytes at the end; when it has answered they survive a power cut. */
  append(path: string, bytes: Uint8Array): Promise<void>
  /** Puts bytes in place of a file, whole or not at all. */
  replace(path: string, bytes: Uint8Array): Promise<void>
  /** The same for several files, each separately; their folder is synced once. */
  replaceAll(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void>
  /** Truncates a file to this size, durably; a missing file stays missing. */
  cut(path: string, size: number): Promise<void>
  remove(path: string): Promise<void>
}

export const disk: Disk = {
  async read(path) {
    const { size } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (size === undefined) return undefined
    return ifExists(size > smallSize ? readFile(path) : readNow(path))
  },
  async readRange(path, start, end) {
    if (end - start <= smallSize) return readRangeNow(path, start, end)
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  },
  async stat(path) {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && { size: found.size, mtimeMs: found.mtimeMs, ino: found.ino }
  },
  list: async folder => ((await ifExists(namesNow(folder))) ?? []).sort(),
  async append(path, bytes) {
    await makeFolder(dirname(path))
    await appendDurably(path, bytes)
  },
  async replace(path, bytes) {
    await makeFolder(dirname(path))
    await replaceFile(path, bytes)
  },
  async replaceAll(files) {
    for (const folder of foldersOf(files)) await makeFolder(folder)
    await Promise.all(files.map(({ path, bytes }) => noteFile(path, bytes)))
    for (const folder of foldersOf(files)) await syncFolder(folder)
  },
  async cut(path, size) {
    const file = await ifExists(open(path, 'r+'))
    if (!file) return
    try {
      await file.truncate(size)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  async remove(path) {
    await rm(path, { force: true })
    await syncFolder(dirname(path))
  },
}

/** Asking another thread for a small file takes many times longer than reading it. */
const smallSize = 65_536

async function readNow(path: string): Promise<Buffer> {
  return readFileSync(path)
}

function readRangeNow(path: string, start: number, end: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(end - start)
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start))
  } finally {
    closeSync(file)
  }
}

/** Most folders that are asked for are not there, and an error costs more than a look. */
async function namesNow(folder: string): Promise<string[]> {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []
}

function foldersOf(files: readonly { path: string }[]): Set<string> {
  return new Set(files.map(({ path }) => dirname(path)))
}

/** Makes a folder durably; answers whether it was not there. */
export async function makeFolder(folder: string): Promise<boolean> {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return false
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
  return true
}

export interface LogLine {
  /** Without its LF. */
  bytes: Buffer
  start: number
  /** Where the next line begins. */
  end: number
  /** False for what follows the last LF. */
  complete: boolean
}

const pieceSize = 1 << 20

/** The lines of a log between two of its bytes, read piece by piece. */
export async function* linesOf({ readRange }: Disk, path: string, from: number, to: number): AsyncGenerator<LogLine> {
  let start = from
  let rest: Buffer = Buffer.alloc(0)
  for (let at = from; at < to; ) {
    const piece = await readRange(path, at, Math.min(to, at + pieceSize))
    if (piece.length === 0) break
    at += piece.length
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let begin = 0
    for (let feed = rest.indexOf(0x0a); feed >= 0; feed = rest.indexOf(0x0a, begin)) {
      const end = start + feed + 1 - begin
      yield { bytes: rest.subarray(begin, feed), start, end, complete: true }
      ;[begin, start] = [feed + 1, end]
    }
    rest = rest.subarray(begin)
  }
  if (rest.length > 0) yield { bytes: rest, start, end: start + rest.length, complete: false }
}

/** The same for bytes in memory. */
export function splitLines(bytes: Buffer): { lines: Buffer[]; tail: Buffer } {
  const lines: Buffer[] = []
  let begin = 0
  for (let feed = bytes.indexOf(0x0a); feed >= 0; feed = bytes.indexOf(0x0a, begin)) {
    lines.push(bytes.subarray(begin, feed))
    begin = feed + 1
  }
  return { lines, tail: bytes.subarray(begin) }
}
