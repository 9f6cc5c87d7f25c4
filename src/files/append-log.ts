import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isCode, replaceFile, syncFile, syncFolder, syncOpenFile } from './replace.ts'

const lineFeed = 0x0a

/**
 * Adds bytes at the end of a log; once it returns they survive a power cut. Where a killed writer left an unfinished
 * line, `endTornLine` ends that line first.
 */
export async function appendDurably(
  file: string,
  bytes: string | Uint8Array,
  { endTornLine = false }: { endTornLine?: boolean } = {},
): Promise<void> {
  const descriptor = openForAppending(file)
  try {
    const { size } = fstatSync(descriptor)
    if (endTornLine && endsInsideLine(descriptor, size)) writeAll(descriptor, '\n')
    writeAll(descriptor, bytes)
    await syncOpenFile(descriptor)
    if (size === 0) await syncFolder(dirname(file))
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Adds text within this very call, without waiting for the disk; answers whether the file was empty before. Adds
 * nothing after an unfinished line.
 */
export function appendUnsynced(file: string, text: string): 'first' | 'more' | 'torn' {
  const descriptor = openForAppending(file)
  try {
    const { size } = fstatSync(descriptor)
    if (endsInsideLine(descriptor, size)) return 'torn'
    writeAll(descriptor, text)
    return size === 0 ? 'first' : 'more'
  } finally {
    closeSync(descriptor)
  }
}

/** The whole lines from a byte on. What follows the last LF was never acknowledged and is left out. */
export function readWholeLines(file: string, start = 0): Buffer {
  const bytes = bytesFrom(file, start)
  return bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1)
}

/** Moves an unfinished last line into a file of its own. */
export async function moveTornTail(file: string, aside: string): Promise<void> {
  const bytes = bytesFrom(file, 0)
  const keep = bytes.lastIndexOf(lineFeed) + 1
  await replaceFile(aside, bytes.subarray(keep))
  truncateSync(file, keep)
  await syncFile(file)
}

function openForAppending(file: string): number {
  try {
    return openSync(file, 'a+', 0o600)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return openSync(file, 'a+', 0o600)
  }
}

function endsInsideLine(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== lineFeed
}

function writeAll(descriptor: number, content: string | Uint8Array): void {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

/** From there to the end of the file; nothing where the file is shorter or absent. */
function bytesFrom(file: string, start: number): Buffer {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= start) return Buffer.alloc(0)
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(size - start)
    let length = 0
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(descriptor, bytes, length, bytes.length - length, start + length)
    }
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}
