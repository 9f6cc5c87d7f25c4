import { findDuplicates, type SessionFile } from './duplicates.ts'
import { claudeInherited, type ForkCandidate } from './forks.ts'
import { codexInherited, type TurnRecords } from './rollout-forks.ts'

/** An included transcript, as much of it as the index keeps. */
export type IndexedTranscript = SessionFile & ForkCandidate

/** What has to be looked up where the index alone cannot tell. */
export interface Lookups {
  isPrefix(shorter: string, longer: string): Promise<boolean>
  marksOf(path: string): Uint8Array | null
  recordsOf: TurnRecords
}

/** What is left of a transcript when nothing is told twice. */
export interface Standing {
  /** The transcript that says all of this one; then nothing of it is kept. */
  copyOf: string | null
  /** For the name of its copy, when another transcript has its session's id; that is worth a warning. */
  suffix: string | null
  /** Indexes of the turns that are its own, in line order. */
  turns: number[]
  inheritedTurns: number
}

/** Decides over the whole index, never over a day, whose turn each turn is (transcripts.md §8). */
export async function standings(files: readonly IndexedTranscript[], lookups: Lookups): Promise<Map<string, Standing>> {
  const { copies, suffixes } = await findDuplicates(files, lookups.isPrefix)
  const kept = files.filter(({ path }) => !copies.has(path))
  const claude = claudeInherited(
    kept.filter(({ source }) => source === 'claude-code'),
    lookups.marksOf,
  )
  const codex = await codexInherited(
    kept.filter(({ source }) => source === 'codex'),
    lookups.recordsOf,
  )
  return new Map(
    files.map(({ path, turns }) => {
      const copyOf = copies.get(path) ?? null
      const isOwn = (index: number) => !claude.get(path)?.has(index) && index >= (codex.get(path) ?? 0)
      const own = copyOf === null ? [...turns.keys()].filter(isOwn) : []
      const inheritedTurns = copyOf === null ? turns.length - own.length : 0
      return [path, { copyOf, suffix: suffixes.get(path) ?? null, turns: own, inheritedTurns }]
    }),
  )
}
