import { closeSync, openSync, readSync } from 'node:fs'
import { scanMachine } from './json-scan/machine.ts'
import { Unreadable } from './reader.ts'

const chunkSize = 512 * 1024

/**
 * Reads a part of an open file in pieces of memory that is used again. Synchronous, since it runs in threads that do
 * nothing else.
 */
export function readChunks(file: number, from: number, to: number, take: (chunk: Buffer) => void): void {
  const machine = scanMachine()
  // Where the scanner can see it, if there is a scanner. A reading inside another one needs memory of its own.
  const isShared = machine?.isChunkFree ?? false
  const buffer = machine && isShared ? machine.chunk : Buffer.allocUnsafeSlow(chunkSize)
  if (machine) machine.isChunkFree = false
  try {
    for (let at = from; at < to; ) {
      const count = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at)
      if (count === 0) throw new Unreadable('the file became shorter while it was read')
      take(buffer.subarray(0, count))
      at += count
    }
  } finally {
    if (machine && isShared) machine.isChunkFree = true
  }
}

/** Opens a file for as long as `use` runs. */
export function withFile<T>(path: string, use: (file: number) => T): T {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new Unreadable('the file cannot be opened', { cause: error })
  }
  try {
    return use(file)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error
      ? new Unreadable('the file cannot be read', { cause: error })
      : error
  } finally {
    closeSync(file)
  }
}
