import { existsSync, readFileSync, statSync } from 'node:fs'
import { decodeLine } from '../lines.ts'
import { Unreadable } from '../reader.ts'
import { isObject, type TranscriptRecord } from '../record.ts'

/** A larger document would take more memory than all other reading together. */
const largestDocument = 128 * 1024 * 1024

export function documentBytes(path: string): Buffer {
  try {
    if (statSync(path).size > largestDocument) throw new Unreadable('the document is too large')
    return readFileSync(path)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the file cannot be read', { cause: error })
  }
}

/** The one object of a document. A document that is just being written is like one that cannot be read. */
export function documentIn(bytes: Buffer): TranscriptRecord {
  const value = valueIn(bytes)
  if (isObject(value)) return value
  throw new Unreadable('the document is not a conversation')
}

/** The one list of a document. */
export function listIn(bytes: Buffer): readonly unknown[] {
  const value = valueIn(bytes)
  if (Array.isArray(value)) return value
  throw new Unreadable('the document is not a conversation')
}

/** Clients that kept a conversation as one document copy it into a file of lines once it goes on, and leave it behind. */
export function isTakenOver(path: string): boolean {
  return path.endsWith('.json') && existsSync(`${path}l`)
}

function valueIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(decodeLine(bytes, true))
  } catch (error) {
    throw new Unreadable('the document is not whole', { cause: error })
  }
}
