import type { Writer } from '../edits/edit-index.ts'
import { foldedHash, foldLine, isTelling } from '../edits/folded-line.ts'
import type { ChangedFile } from './patch.ts'

/** A line is looked for in this many pieces at most, as formatters wrap it. */
const mostPieces = 6

/** A line that came; its hash is null where it says nothing of who wrote it. */
export interface AddedPiece {
  number: number
  folded: string
  hash: number | null
}

interface LookedUp {
  file: ChangedFile
  added: AddedPiece[]
  removed: { hash: number | null }[]
}

/**
 * The lines of a file that are looked up: without those that the file has more than once, or that were only moved or
 * indented, since these were there before.
 */
export function lookedUp(file: ChangedFile, every: number): LookedUp {
  const added = file.added.map(({ number, text }) => ({ number, folded: foldLine(text) }))
  const removed = file.removed.map(foldLine)
  const stayed = new Set(file.kept.map(foldLine))
  const went = new Set(removed)
  const came = new Set(added.map(({ folded }) => folded))
  const hashOf = (folded: string) => (isTelling(folded) ? foldedHash(folded) : null)
  return {
    file,
    added: added
      .filter(({ folded }) => !stayed.has(folded) && !went.has(folded))
      .filter((_, i) => i % every === 0)
      .map(piece => ({ ...piece, hash: hashOf(piece.folded) })),
    removed: removed
      .filter(folded => !stayed.has(folded) && !came.has(folded))
      .filter((_, i) => i % every === 0)
      .map(folded => ({ hash: hashOf(folded) })),
  }
}

export interface JoinedLine {
  hash: number
  pieces: number
}

/** The lines that a formatter may have cut into pieces after they were written, by their first piece, shortest first. */
export function joinedLines(
  files: readonly LookedUp[],
  known: ReadonlyMap<number, readonly Writer[]>,
): Map<AddedPiece, JoinedLine[]> {
  const joined = new Map<AddedPiece, JoinedLine[]>()
  for (const { added } of files) {
    added.forEach((first, at) => {
      if (first.hash !== null && known.has(first.hash)) return
      let { folded } = first
      const found: JoinedLine[] = []
      for (let pieces = 2; pieces <= mostPieces; pieces++) {
        const next = added[at + pieces - 1]
        if (!next || next.number !== first.number + pieces - 1) break
        folded += next.folded
        if (isTelling(folded)) found.push({ hash: foldedHash(folded), pieces })
      }
      if (found.length > 0) joined.set(first, found)
    })
  }
  return joined
}
