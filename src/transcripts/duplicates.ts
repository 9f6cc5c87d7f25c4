import { createHash } from 'node:crypto'
import { byteOrder } from './byte-order.ts'

export interface SessionFile {
  path: string
  source: string
  sessionId: string
  /** Of the lines, after decompression. */
  bytes: number
}

export interface Duplicates {
  /** Files that say nothing another file does not say as well, with that file. */
  copies: Map<string, string>
  /** Files that share a session's id with another and differ from it: what to put behind the file name's stem. */
  suffixes: Map<string, string>
}

/** Decides which files of one session are kept. `isPrefix` compares the bytes of two files, the shorter one first. */
export async function findDuplicates(
  files: readonly SessionFile[],
  isPrefix: (shorter: string, longer: string) => Promise<boolean>,
): Promise<Duplicates> {
  const sessions = new Map<string, SessionFile[]>()
  for (const file of files) {
    const key = `${file.source} ${file.sessionId}`
    sessions.set(key, [...(sessions.get(key) ?? []), file])
  }
  const found: Duplicates = { copies: new Map(), suffixes: new Map() }
  for (const same of sessions.values()) if (same.length > 1) await sortOut(same, isPrefix, found)
  return found
}

async function sortOut(
  same: SessionFile[],
  isPrefix: (shorter: string, longer: string) => Promise<boolean>,
  { copies, suffixes }: Duplicates,
): Promise<void> {
  const kept: string[] = []
  for (const { path } of same.toSorted((a, b) => b.bytes - a.bytes || byteOrder(a.path, b.path))) {
    const original = await firstWhere(kept, longer => isPrefix(path, longer))
    if (original === undefined) kept.push(path)
    else copies.set(path, original)
  }
  for (const path of kept.sort(byteOrder).slice(1)) suffixes.set(path, `~${shortHash(path)}`)
}

async function firstWhere(paths: string[], test: (path: string) => Promise<boolean>): Promise<string | undefined> {
  for (const path of paths) if (await test(path)) return path
  return undefined
}

function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8)
}
