import { discover, type RootState } from '../../../transcripts/discover.ts'
import type { SourceReader, Surroundings, TranscriptFile } from '../../../transcripts/reader.ts'
import { loadReaders } from '../../../transcripts/readers.ts'
import { type Stamp, stampOf } from '../index/stamp.ts'

/** The transcripts of one agent as they lie on disk. */
export interface Home {
  source: string
  reader: SourceReader
  roots: RootState[]
  files: { file: TranscriptFile; stamp: Stamp }[]
  unreadable: number
}

/** Looks at every transcript home without opening a file. */
export async function lookAtHomes(surroundings: Surroundings): Promise<Home[]> {
  return [...(await loadReaders()).values()].map(reader => {
    const { roots, files, unreadable } = discover(reader, surroundings)
    const seen = files.flatMap(file => {
      const stamp = stampIfThere(file, reader, surroundings)
      return stamp ? [{ file, stamp }] : []
    })
    return {
      source: reader.source,
      reader,
      roots,
      files: seen,
      unreadable: unreadable.length + files.length - seen.length,
    }
  })
}

export function changedAt({ mtimeNs }: Stamp): number {
  return Number(BigInt(mtimeNs) / 1_000_000n)
}

function stampIfThere(file: TranscriptFile, reader: SourceReader, surroundings: Surroundings): Stamp | null {
  try {
    return stampOf(file, reader, surroundings)
  } catch {
    return null
  }
}
