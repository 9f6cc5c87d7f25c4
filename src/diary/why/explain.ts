import { formatInstant } from '../../kernel/instants.ts'
import type { StoredTranscript, StoredTurn } from '../edits/edit-index.ts'
import { type AttributedTurn, type Attribution, attribute, roundedMs, type SeenCommit } from './attribute.ts'
import { branchesOf } from './branches.ts'
import { recordsOfCommit, recordsOfTurn } from './citing-records.ts'
import type { CommitChange } from './commit.ts'
import type { Git } from './git.ts'
import {
  type BranchTurn,
  branchMs,
  nearbyMs,
  nearestWork,
  onlyWorkOnBranch,
  withMaker,
  withNearbyWork,
} from './nearby.ts'
import type { ChangedFile } from './patch.ts'
import { mayBeOfRepository, placesIn } from './places.ts'
import { PreparedDays } from './prepared.ts'
import { reasonOf } from './reason.ts'
import type { OpenRepository } from './repository.ts'
import type { PreparedTurn, WhyCommit, WhyTurn } from './schema.ts'
import type { CommitSources } from './with-edits.ts'
import { Witnesses } from './witnesses.ts'
import { wordsOf } from './words.ts'

/** Explains commits of one repository from the transcripts: who wrote them, who asked for it, what was decided. */
export class Explainer {
  readonly #opened: CommitSources
  readonly #witnesses: Witnesses
  readonly #days: PreparedDays
  readonly #git: Git
  /** A shallow clone ends with these, so that all files look as if they had added them. */
  readonly #ends: ReadonlySet<string>
  readonly #mayBeOf: (transcript: StoredTranscript) => boolean

  constructor(opened: CommitSources, { tops, git, ends }: Pick<OpenRepository, 'tops' | 'git' | 'ends'>) {
    this.#opened = opened
    this.#git = git
    this.#ends = ends
    this.#mayBeOf = mayBeOfRepository(opened.settings, tops)
    this.#witnesses = new Witnesses(opened.edits, placesIn(opened.settings, tops))
    this.#days = new PreparedDays(opened.settings)
  }

  /** Who wrote a commit, or some files of it, and where that is unknown, who was at work on it shortly before. */
  async trace(change: CommitChange, files = change.files): Promise<Attribution> {
    const byLines = this.attribute(change, files)
    // What a merge brings in is the work of others.
    if (byLines.confidence !== 'uncertain' || change.parents.length > 1 || this.#ends.has(change.hash)) return byLines
    const maker = this.#onlyMaker(change)
    if (maker) return withMaker(byLines, maker)
    const { authoredAt } = change
    const touches = this.#witnesses.touches(files, authoredAt - nearbyMs, authoredAt + roundedMs)
    const paths = files.map(({ path }) => path)
    const nearest = nearestWork(touches, paths, authoredAt)
    if (nearest && !this.#witnesses.isOvertaken(nearest, authoredAt)) return withNearbyWork(byLines, nearest)
    const only = onlyWorkOnBranch(await this.#turnsOnBranch(change), touches, authoredAt)
    if (only) return withNearbyWork(byLines, only)
    return nearest ? { ...byLines, overtaken: nearest } : byLines
  }

  /** Who wrote a commit, or some files of it, by its lines. */
  attribute(change: CommitChange, files = change.files): Attribution {
    const seen = files === change.files ? this.#witnesses.seen(change) : []
    return this.#attribute(change, this.#ends.has(change.hash) ? [] : files, seen)
  }

  /** Who wrote some lines of a file, whichever commit they are from. */
  attributeLines(change: CommitChange, lines: ChangedFile): Attribution {
    return this.#attribute(change, [lines], [])
  }

  #attribute(
    { authoredAt, committedAt }: CommitChange,
    files: readonly ChangedFile[],
    seen: SeenCommit[],
  ): Attribution {
    return attribute({ lines: this.#witnesses.of(files), seen, authoredAt, committedAt })
  }

  /** The whole chain of a commit, of at most so many turns. */
  async commit(change: CommitChange, attribution: Attribution, mostTurns: number): Promise<WhyCommit> {
    const shown = attribution.turns.filter(isShown(attribution)).slice(0, mostTurns)
    const turns = await Promise.all(shown.map(each => this.#turn(each)))
    return {
      hash: change.hash,
      subject: change.subject.toWellFormed(),
      author: change.author.toWellFormed(),
      authored_at: formatInstant(change.authoredAt),
      committed_at: formatInstant(change.committedAt),
      is_merge: change.parents.length > 1,
      confidence: attribution.confidence,
      reason:
        this.#ends.has(change.hash) && attribution.confidence === 'uncertain'
          ? 'This clone is shallow and ends with this commit, so what it changed is not known here: git fetch --unshallow.'
          : reasonOf(attribution, each => this.#nameOf(each)),
      telling_lines: attribution.telling,
      unknown_lines: attribution.unknown,
      turns: turns.flatMap(turn => turn ?? []),
      records: await recordsOfCommit(this.#opened.db, change),
    }
  }

  /** A turn of a transcript, with whose transcript it is. */
  find(id: number): { turn: StoredTurn; transcript: StoredTranscript } | undefined {
    const turn = this.#opened.edits.turn(id)
    const transcript = turn && this.#opened.edits.transcript(turn.transcript)
    return turn && transcript && { turn, transcript }
  }

  /** The turn in a day that was prepared. */
  prepared(id: number): Promise<PreparedTurn | null> {
    const found = this.find(id)
    if (!found) return Promise.resolve(null)
    const { turn, transcript } = found
    return this.#days.find({ sessionId: transcript.sessionId, startLine: turn.startLine, at: turn.at })
  }

  /** The turn that ran `git commit` at that time, if it is the only one that may have done so in the repository. */
  #onlyMaker(change: CommitChange) {
    const [first, ...others] = this.#witnesses.committing(change).filter(({ transcript }) => {
      const of = this.#opened.edits.transcript(transcript)
      return of !== undefined && this.#mayBeOf(of)
    })
    return others.every(({ turn }) => turn === first?.turn) ? first : undefined
  }

  /** The turns before a commit that were on its branch. */
  async #turnsOnBranch({ hash, authoredAt }: CommitChange): Promise<BranchTurn[]> {
    const turns = this.#opened.edits.turnsBetween(authoredAt - branchMs, authoredAt + roundedMs)
    if (!turns.some(({ branch }) => branch !== null)) return []
    const names = await branchesOf(this.#git, hash)
    return this.#witnesses
      .originals(turns, () => '')
      .flatMap(({ id, transcript, branch, at, lastAt }) => {
        const of = branch !== null && names.has(branch) ? this.#opened.edits.transcript(transcript) : undefined
        const isCounted = of && of.excluded === null && this.#mayBeOf(of)
        return isCounted ? [{ turn: id, session: of.sessionId, at, lastAt }] : []
      })
  }

  async #turn(attributed: AttributedTurn): Promise<WhyTurn | null> {
    const found = this.find(attributed.turn)
    if (!found) return null
    const { turn, transcript } = found
    const { cache, archive } = this.#opened
    const prepared = await this.prepared(attributed.turn)
    return {
      source: transcript.source,
      session_id: transcript.sessionId.toWellFormed(),
      turn: turn.number + 1,
      lines: `${turn.startLine}-${turn.endLine}`,
      at: formatInstant(turn.at),
      branch: turn.branch?.toWellFormed() ?? null,
      written: attributed.lines,
      files: attributed.files.slice(0, mostFiles).map(({ path, lines }) => ({ path: path.toWellFormed(), lines })),
      made_commit: attributed.madeCommit,
      minutes_before: attributed.nearbyMs === null ? null : Math.round(attributed.nearbyMs / 60_000),
      confidence: attributed.confidence,
      asked: await wordsOf(cache, archive, transcript.key, turn),
      prepared,
      records: prepared ? await recordsOfTurn(this.#opened.db, prepared, turn) : [],
    }
  }

  #nameOf({ turn: id }: Pick<AttributedTurn, 'turn'>): string {
    const found = this.find(id)
    return found ? `turn ${found.turn.number + 1} of session ${found.transcript.sessionId.slice(0, 8)}` : 'a turn'
  }
}

const mostFiles = 20

/** Where there is an answer, only what is certain; otherwise all there is, so that a person can look. */
function isShown({ confidence }: Attribution): (turn: AttributedTurn) => boolean {
  return turn => confidence === 'uncertain' || turn.confidence !== 'uncertain'
}
