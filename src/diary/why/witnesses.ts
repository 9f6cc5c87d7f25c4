import {
  type EditIndex,
  removedHash,
  type StoredTranscript,
  type StoredTurn,
  type Writer,
} from '../edits/edit-index.ts'
import { foldedHash, foldLine, isTelling } from '../edits/folded-line.ts'
import { type LineWriter, mostWriters, type SeenCommit, type WitnessLine } from './attribute.ts'
import type { Commit } from './commit.ts'
import type { AddedLine, ChangedFile } from './patch.ts'
import type { RepositoryPath, RepositoryPaths } from './places.ts'

/** Of a larger commit this many lines are looked up, evenly spread. */
const mostLines = 4000
/** A line is looked for in this many pieces at most, as formatters wrap it. */
const mostPieces = 6

/** Looks up who wrote the lines of commits. */
export class Witnesses {
  readonly #edits: EditIndex
  readonly #places: RepositoryPaths
  readonly #transcripts: ReadonlyMap<number, StoredTranscript>
  readonly #turns = new Map<string, StoredTurn | undefined>()

  constructor(edits: EditIndex, places: RepositoryPaths, transcripts: readonly StoredTranscript[]) {
    this.#edits = edits
    this.#places = places
    this.#transcripts = new Map(transcripts.map(transcript => [transcript.id, transcript]))
  }

  /** The lines of changed files that say who wrote them, each with the edits that wrote the same. */
  of(files: readonly ChangedFile[]): WitnessLine[] {
    const total = files.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0)
    const every = Math.ceil(total / mostLines)
    const place = this.#places(files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])))
    return files.flatMap(file => {
      const { added, removed } = withoutRepeated(file)
      return [
        ...this.#added({ ...file, added }, place, every),
        ...removed
          .filter((_, i) => i % every === 0)
          .flatMap(text => this.#line(file, 'removed', foldLine(text), place) ?? []),
      ]
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

  #added(file: ChangedFile, place: RepositoryPath, every: number): WitnessLine[] {
    const found: WitnessLine[] = []
    const lines = file.added
    for (let at = 0; at < lines.length; at += every) {
      const folded = foldLine(lines[at]?.text ?? '')
      const whole = this.#line(file, 'added', folded, place)
      if (whole && whole.writers.length > 0) {
        found.push(whole)
        continue
      }
      const joined = every === 1 ? this.#joined(file, lines, at, place) : null
      if (joined) {
        found.push(joined.line)
        at += joined.pieces - 1
      } else if (whole) found.push(whole)
    }
    return found
  }

  /** A line that a formatter cut into pieces after it was written. */
  #joined(file: ChangedFile, lines: readonly AddedLine[], at: number, place: RepositoryPath) {
    let folded = foldLine(lines[at]?.text ?? '')
    for (let pieces = 2; pieces <= mostPieces; pieces++) {
      const next = lines[at + pieces - 1]
      if (!next || next.number !== (lines[at]?.number ?? 0) + pieces - 1) return null
      folded += foldLine(next.text)
      const line = this.#line(file, 'added', folded, place)
      if (line && line.writers.length > 0) return { line, pieces }
    }
    return null
  }

  #line(
    { path, from }: ChangedFile,
    kind: WitnessLine['kind'],
    folded: string,
    place: RepositoryPath,
  ): WitnessLine | null {
    if (!isTelling(folded)) return null
    const hash = foldedHash(folded)
    const writers = new Map<string, LineWriter & { until: number }>()
    for (const writer of this.#edits.writers(kind === 'added' ? hash : removedHash(hash), mostWriters)) {
      const owner = this.#ownerOf(writer)
      const transcript = this.#transcripts.get(writer.transcript)
      if (!owner || !transcript) continue
      const { at } = writer
      const until = transcript.lastAt ?? at
      // A session that goes on with another begins with a copy of it: what was written at the same instant was written once.
      const key = `${at} ${writer.path}`
      if ((writers.get(key)?.until ?? Number.POSITIVE_INFINITY) <= until) continue
      const found = place(transcript, writer.path)
      writers.set(key, { ...owner, at, until, path: found !== null && found === from ? path : found })
    }
    return { path, kind, writers: [...writers.values()] }
  }

  /** The turn an edit or a commit belongs to: that of a sub-agent to the turn of the session that was going on. */
  #ownerOf({ turn, transcript, at }: Pick<Writer, 'turn' | 'transcript' | 'at'>) {
    const of = this.#transcripts.get(transcript)
    if (!of) return undefined
    if (of.excluded === null) return { turn, session: of.sessionId }
    const key = `${of.sessionId} ${at}`
    const owner = this.#turns.has(key) ? this.#turns.get(key) : this.#edits.turnAt(of.sessionId, at)
    this.#turns.set(key, owner)
    return owner && { turn: owner.id, session: of.sessionId }
  }
}

/** Without lines that the file has more than once, or that were only moved or indented: these were there before. */
function withoutRepeated({ added, removed, kept }: ChangedFile): Pick<ChangedFile, 'added' | 'removed'> {
  const stayed = new Set(kept.map(foldLine))
  const went = new Set(removed.map(foldLine))
  const came = new Set(added.map(({ text }) => foldLine(text)))
  return {
    added: added.filter(({ text }) => !stayed.has(foldLine(text)) && !went.has(foldLine(text))),
    removed: removed.filter(text => !stayed.has(foldLine(text)) && !came.has(foldLine(text))),
  }
}
