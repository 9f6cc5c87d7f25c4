import { discover, type RootState } from '../../../transcripts/discover.ts'
import type { Surroundings, TranscriptFile } from '../../../transcripts/reader.ts'
import { readers } from '../../../transcripts/readers.ts'
import type { Source } from '../../../transcripts/source.ts'
import { type Stamp, stampOf } from '../index/stamp.ts'

/** The transcripts of one agent as they lie on disk. */
export interface Home {
  source: Source
  roots: RootState[]
  files: { file: TranscriptFile; stamp: Stamp }[]
  unreadable: number
}

/** Looks at every transcript home without opening a file. */
export function lookAtHomes(surroundings: Surroundings): Home[] {
  return readers.map(reader => {
    const { roots, files, unreadable } = discover(reader, surroundings)
    const seen = files.flatMap(file => {
      const stamp = stampIfThere(file, surroundings)
      return stamp ? [{ file, stamp }] : []
    })
    return { source: reader.source, roots, files: seen, unreadable: unreadable.length + files.length - seen.length }
  })
}

export function changedAt({ mtimeNs }: Stamp): number {
  return Number(BigInt(mtimeNs) / 1_000_000n)
}

function stampIfThere(file: TranscriptFile, surroundings: Surroundings): Stamp | null {
  try {
    return stampOf(file, surroundings)
  } catch {
    return null
  }
}
