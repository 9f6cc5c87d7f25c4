import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { sha256 } from '../files/sha256.ts'
import { byteOrder } from '../kernel/byte-order.ts'
import { groupBy } from '../kernel/group.ts'
import type { FileSummary, ForkCandidate, ForkLookups } from './reader.ts'
import { loadReaders } from './readers.ts'
import type { Exclusion } from './source.ts'

/** An included transcript, as much of it as the index keeps. */
type IndexedTranscript = SessionFile & ForkCandidate

/** What has to be looked up where the index alone cannot decide. */
export interface Lookups extends ForkLookups {
  isPrefix(shorter: string, longer: string): Promise<boolean>
}

/** What is left of a transcript once nothing is counted twice. */
export interface Ownership {
  /** The transcript that holds everything of this one; then nothing of it is kept. */
  copyOf: string | null
  /** For the name of its copy, when another transcript has its session's id; that is worth a warning. */
  suffix: string | null
  /** Indexes of the turns that are its own, in line order. */
  turns: number[]
  inheritedTurns: number
}

/** Decides over the whole index, never over a day, which transcript owns each turn (transcripts.md §8). */
export async function decideOwnership(
  files: readonly IndexedTranscript[],
  lookups: Lookups,
): Promise<Map<string, Ownership>> {
  const { copies, suffixes } = await findDuplicates(files, lookups.isPrefix)
  const kept = files.filter(({ path }) => !copies.has(path))
  const inherited = new Map<string, ReadonlySet<number>>()
  for (const [source, reader] of await loadReaders()) {
    const own = kept.filter(file => file.source === source)
    for (const [path, turns] of (await reader.inherited?.(own, lookups)) ?? []) inherited.set(path, turns)
  }
  return new Map(
    files.map(({ path, turns }) => {
      const copyOf = copies.get(path) ?? null
      const own = copyOf === null ? [...turns.keys()].filter(index => !inherited.get(path)?.has(index)) : []
      const inheritedTurns = copyOf === null ? turns.length - own.length : 0
      return [path, { copyOf, suffix: suffixes.get(path) ?? null, turns: own, inheritedTurns }]
    }),
  )
}

interface SessionFile {
  path: string
  source: string
  sessionId: string
  /** Of the lines, after decompression. */
  bytes: number
}

interface Duplicates {
  /** Files that say nothing another file does not say as well, with that file. */
  copies: Map<string, string>
  /** Files that share a session's id with another and differ from it: what to put behind the file name's stem. */
  suffixes: Map<string, string>
}

/** Decides which files of one session are kept. `isPrefix` compares the bytes of two files, the shorter one first. */
async function findDuplicates(
  files: readonly SessionFile[],
  isPrefix: (shorter: string, longer: string) => Promise<boolean>,
): Promise<Duplicates> {
  const sessions = groupBy(files, ({ source, sessionId }) => `${source} ${sessionId}`)
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
  return sha256(path).slice(0, 8)
}

/** Why a file is left out as a whole, or null. `isOwn` says whether a project is the diary itself. */
export function exclusionOf(
  { excluded, root }: Pick<FileSummary, 'excluded' | 'root'>,
  isOwn: (root: string) => boolean,
): Exclusion | null {
  if (excluded !== null && excluded !== 'no-trigger') return excluded
  return root !== null && isOwn(root) ? 'own' : excluded
}

/** Whether a project's root is the diary's or is inside it; each root is looked at once. */
export function insideDiary(diaryRoot: string): (root: string) => boolean {
  const diary = resolveLinks(diaryRoot)
  const known = new Map<string, boolean>()
  return root => {
    const answer = known.get(root) ?? isWithin(resolveLinks(root.trim()), diary)
    known.set(root, answer)
    return answer
  }
}

function isWithin(path: string, inside: string): boolean {
  if (!isAbsolute(path)) return false
  const way = relative(inside, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Without links as far as the path exists; a folder that was deleted keeps its name. */
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
