import { findDuplicates, type SessionFile } from './duplicates.ts'
import type { ForkCandidate, ForkLookups } from './reader.ts'
import { loadReaders } from './readers.ts'

/** An included transcript, as much of it as the index keeps. */
export type IndexedTranscript = SessionFile & ForkCandidate

/** What has to be looked up where the index alone cannot tell. */
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
