import { type EditIndex, removedHash, type StoredTurn, type Writer } from '../edits/edit-index.ts'
import { foldedHash, foldLine, isTelling } from '../edits/folded-line.ts'
import { type LineWriter, mostWriters, type SeenCommit, type WitnessLine } from './attribute.ts'
import type { Commit } from './commit.ts'
import type { ChangedFile } from './patch.ts'
import type { RepositoryPath, RepositoryPaths } from './places.ts'

/** How many lines of a larger commit are looked up, evenly spread. */
const mostLines = 2000
/** A line is looked for in this many pieces at most, as formatters wrap it. */
const mostPieces = 6

/** Looks up who wrote the lines of commits. */
export class Witnesses {
  readonly #edits: EditIndex
  readonly #places: RepositoryPaths
  readonly #turns = new Map<string, StoredTurn | undefined>()

  constructor(edits: EditIndex, places: RepositoryPaths) {
    this.#edits = edits
    this.#places = places
  }

  /** The lines of changed files that say who wrote them, each with the edits that wrote the same. */
  of(files: readonly ChangedFile[]): WitnessLine[] {
    const total = files.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0)
    const every = Math.max(1, Math.ceil(total / mostLines))
    const place = this.#placesOf(files)
    const looked = files.map(file => lookedUp(file, every))
    const own = looked.flatMap(({ added, removed }) => [
      ...added.flatMap(({ hash }) => hash ?? []),
      ...removed.flatMap(({ hash }) => (hash === null ? [] : removedHash(hash))),
    ])
    const known = this.#edits.writers(own, mostWriters)
    const joined = every > 1 ? new Map<AddedPiece, JoinedLine[]>() : joinedLines(looked, known)
    const wrapped = this.#edits.writers(
      [...joined.values()].flatMap(each => each.map(({ hash }) => hash)),
      mostWriters,
    )
    return looked.flatMap(({ file, added, removed }) => {
      const line = (numbers: number[], writers: readonly Writer[] | undefined) =>
        this.#line(file, numbers, writers ?? [], place)
      const found: WitnessLine[] = []
      for (let at = 0; at < added.length; at++) {
        const piece = added[at]
        const writers = piece && piece.hash !== null ? known.get(piece.hash) : undefined
        const whole = piece && !writers ? joined.get(piece)?.find(({ hash }) => wrapped.has(hash)) : undefined
        if (whole) {
          const pieces = added.slice(at, at + whole.pieces)
          found.push(
            line(
              pieces.map(({ number }) => number),
              wrapped.get(whole.hash),
            ),
          )
          at += whole.pieces - 1
        } else if (piece && piece.hash !== null) found.push(line([piece.number], writers))
      }
      for (const { hash } of removed) if (hash !== null) found.push(line([], known.get(removedHash(hash))))
      return found
    })
  }

  /** The turns that are seen to make a commit: git printed its hash, or it has the subject and the time of one. */
  seen({ hash, subject, authoredAt }: Pick<Commit, 'hash' | 'subject' | 'authoredAt'>): SeenCommit[] {
    return this.#edits.made(hash, subject).flatMap((made): SeenCommit[] => {
      const owner = this.#ownerOf(made)
      if (!owner) return []
      if (made.hash !== null && hash.startsWith(made.hash)) return [{ ...owner, by: 'hash' }]
      // A rebase keeps the subject and the author's time, which git rounds down to seconds.
      const isThen = authoredAt >= made.at - 2000 && authoredAt <= Math.max(made.endAt, made.at) + 2000
      return made.subject === subject && subject !== '' && isThen ? [{ ...owner, by: 'subject' }] : []
    })
  }

  /** The edits of some files in a time, whatever they wrote. */
  touches(files: readonly ChangedFile[], from: number, to: number): LineWriter[] {
    const place = this.#placesOf(files)
    const movedTo = new Map(files.flatMap(({ path, from: before }) => (before === null ? [] : [[before, path]])))
    const paths = new Set(files.map(({ path }) => path))
    return this.#edits.editsBetween(from, to).flatMap(writer => {
      const owner = this.#ownerOf(writer)
      const transcript = this.#edits.transcript(writer.transcript)
      const found = transcript ? place(transcript, writer.path) : null
      const path = found === null ? null : (movedTo.get(found) ?? found)
      return owner && path !== null && paths.has(path) ? [{ ...owner, at: writer.at, path }] : []
    })
  }

  #placesOf(files: readonly ChangedFile[]): RepositoryPath {
    return this.#places(files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])))
  }

  #line({ path, from }: ChangedFile, numbers: number[], edits: readonly Writer[], place: RepositoryPath): WitnessLine {
    const writers = new Map<string, LineWriter & { until: number }>()
    for (const writer of edits) {
      const owner = this.#ownerOf(writer)
      const transcript = this.#edits.transcript(writer.transcript)
      if (!owner || !transcript) continue
      const { at } = writer
      const until = transcript.lastAt ?? at
      // A session that goes on with another begins with a copy of it: what was written at the same instant was written once.
      const key = `${at} ${writer.path}`
      if ((writers.get(key)?.until ?? Number.POSITIVE_INFINITY) <= until) continue
      const found = place(transcript, writer.path)
      writers.set(key, { ...owner, at, until, path: found !== null && found === from ? path : found })
    }
    return { path, kind: numbers.length > 0 ? 'added' : 'removed', numbers, writers: [...writers.values()] }
  }

  /** The turn an edit or a commit belongs to: that of a sub-agent to the turn of the session that was going on. */
  #ownerOf({ turn, transcript, at }: Pick<Writer, 'turn' | 'transcript' | 'at'>) {
    const of = this.#edits.transcript(transcript)
    if (!of) return undefined
    if (of.excluded === null) return { turn, session: of.sessionId }
    const key = `${of.sessionId} ${at}`
    const owner = this.#turns.has(key) ? this.#turns.get(key) : this.#edits.turnAt(of.sessionId, at)
    this.#turns.set(key, owner)
    return owner && { turn: owner.id, session: of.sessionId }
  }
}

/** A line that came; its hash is null where it says nothing of who wrote it. */
interface AddedPiece {
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
function lookedUp(file: ChangedFile, every: number): LookedUp {
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

interface JoinedLine {
  hash: number
  pieces: number
}

/** The lines that a formatter may have cut into pieces after they were written, by their first piece, shortest first. */
function joinedLines(
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
