import { type EditIndex, removedHash, type StoredTurn, type Writer } from '../edits/edit-index.ts'
import { placeOf } from '../extract/project-path.ts'
import { type LineWriter, mostWriters, type SeenCommit, type WitnessLine } from './attribute.ts'
import { type AddedPiece, type JoinedLine, joinedLines, lookedUp } from './changed-lines.ts'
import type { Commit } from './commit.ts'
import { blurMs, type NearbyWork } from './nearby.ts'
import type { ChangedFile } from './patch.ts'
import type { RepositoryPath, RepositoryPaths } from './places.ts'

/** How many lines of a larger commit are looked up, evenly spread. */
const mostLines = 2000

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
    return this.originals(this.#edits.made(hash, subject), commitOf).flatMap((made): SeenCommit[] => {
      const owner = this.#ownerOf(made)
      if (!owner) return []
      if (made.hash !== null && hash.startsWith(made.hash)) return [{ ...owner, by: 'hash' }]
      // A rebase keeps the subject and the author's time, which git rounds down to seconds.
      const longest = made.endLine > made.line ? 2000 : unansweredMs
      const isThen = authoredAt >= made.at - 2000 && authoredAt <= Math.max(made.endAt, made.at) + longest
      return made.subject === subject && subject !== '' && isThen ? [{ ...owner, by: 'subject' }] : []
    })
  }

  /** The turns that ran `git commit` at the time of a commit, when nothing shows which commit they made. */
  committing({ authoredAt }: Pick<Commit, 'authoredAt'>): MakingTurn[] {
    const made = this.#edits.madeUnseen(authoredAt - 2000, authoredAt + 2000)
    return this.originals(made, commitOf).flatMap(each => {
      const owner = each.endLine > each.line ? this.#ownerOf(each) : undefined
      return owner ? [{ ...owner, transcript: each.transcript }] : []
    })
  }

  /**
   * What was done at the same instant was done once: a session that goes on with another begins with a copy of it. The one
   * that ended first is the original.
   */
  originals<T extends { transcript: number; at: number }>(found: readonly T[], placeOf: (each: T) => unknown): T[] {
    const first = new Map<string, { each: T; until: number }>()
    for (const each of found) {
      const transcript = this.#edits.transcript(each.transcript)
      if (!transcript) continue
      const key = `${each.at} ${placeOf(each)}`
      const until = transcript.lastAt ?? each.at
      if ((first.get(key)?.until ?? Number.POSITIVE_INFINITY) > until) first.set(key, { each, until })
    }
    return [...first.values()].map(({ each }) => each)
  }

  /** The edits of some files in a time, whatever they wrote. */
  touches(files: readonly ChangedFile[], from: number, to: number): LineWriter[] {
    const place = this.#placesOf(files)
    const movedTo = new Map(files.flatMap(({ path, from: before }) => (before === null ? [] : [[before, path]])))
    const paths = new Set(files.map(({ path }) => path))
    return this.originals(this.#edits.editsBetween(from, to), ({ path }) => path).flatMap(writer => {
      const owner = this.#ownerOf(writer)
      const transcript = this.#edits.transcript(writer.transcript)
      const found = transcript ? place(transcript, writer.path) : null
      const path = found === null ? null : (movedTo.get(found) ?? found)
      return owner && path !== null && paths.has(path) ? [{ ...owner, at: writer.at, path }] : []
    })
  }

  /**
   * Whether another session changed files in the same folder after the work that is nearest to a commit: then nothing tells
   * whose the commit is, since what that session did after the end of its transcript is not known.
   */
  isOvertaken({ session, turn, agoMs }: NearbyWork, authoredAt: number): boolean {
    const own = this.#edits.turn(turn)
    const root = own && this.#edits.transcript(own.transcript)?.root
    if (!root) return false
    return this.#edits.editsBetween(authoredAt - agoMs + blurMs, authoredAt).some(edit => {
      const owner = this.#ownerOf(edit)
      const isElsewhere = this.#edits.transcript(edit.transcript)?.root !== root || !placeOf(edit.path, root).isInside
      return owner !== undefined && owner.session !== session && !isElsewhere
    })
  }

  #placesOf(files: readonly ChangedFile[]): RepositoryPath {
    return this.#places(files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])))
  }

  #line({ path, from }: ChangedFile, numbers: number[], edits: readonly Writer[], place: RepositoryPath): WitnessLine {
    const writers = this.originals(edits, each => each.path).flatMap((writer): LineWriter[] => {
      const owner = this.#ownerOf(writer)
      const transcript = this.#edits.transcript(writer.transcript)
      if (!owner || !transcript) return []
      const found = place(transcript, writer.path)
      return [{ ...owner, at: writer.at, path: found !== null && found === from ? path : found }]
    })
    return { path, kind: numbers.length > 0 ? 'added' : 'removed', numbers, writers }
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

/** A commit whose result is not in the transcript was made at most so long after the call; hooks take their time. */
const unansweredMs = 10 * 60_000

function commitOf({ hash, subject }: { hash: string | null; subject: string }): string {
  return `${hash} ${subject}`
}

/** A turn at work on a commit. */
interface MakingTurn {
  turn: number
  session: string
  transcript: number
}
