import type { Db } from '../../db/db.ts'
import { formatInstant } from '../../kernel/instants.ts'
import type { Archive } from '../archive/archive.ts'
import type { EditIndex, StoredTranscript, StoredTurn } from '../edits/edit-index.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import type { DiarySettings } from '../settings.ts'
import { type AttributedTurn, type Attribution, attribute, type LineWriter, roundedMs } from './attribute.ts'
import type { CommitChange } from './commit.ts'
import { recordsOfCommit, recordsOfTurn } from './deciding-records.ts'
import { placesIn } from './places.ts'
import { PreparedDays } from './prepared.ts'
import { reasonOf } from './reason.ts'
import type { OpenRepository } from './repository.ts'
import type { PreparedTurn, WhyCommit, WhyTurn } from './schema.ts'
import { Witnesses } from './witnesses.ts'
import { wordsOf } from './words.ts'

/** What explaining commits needs to be open. */
export interface Opened {
  settings: DiarySettings
  db: Db
  cache: IndexCache
  archive: Archive | null
  edits: EditIndex
}

/** Explains commits of one repository from the transcripts: who wrote them, who asked for it, what was decided. */
export class Explainer {
  readonly #opened: Opened
  readonly #witnesses: Witnesses
  readonly #days: PreparedDays

  constructor(opened: Opened, { tops }: Pick<OpenRepository, 'tops'>) {
    this.#opened = opened
    this.#witnesses = new Witnesses(opened.edits, placesIn(opened.settings, tops))
    this.#days = new PreparedDays(opened.settings)
  }

  /** Who wrote a commit, or some files of it, and where that cannot be told, who worked on these files shortly before. */
  trace(change: CommitChange, files = change.files): Attribution {
    const byLines = this.attribute(change, files)
    // What a merge brings in is the work of others.
    if (byLines.confidence !== 'uncertain' || change.parents.length > 1) return byLines
    const { authoredAt } = change
    const touches = this.#witnesses.touches(files, authoredAt - nearbyMs, authoredAt + roundedMs)
    const work = nearestWork(
      touches,
      files.map(({ path }) => path),
      authoredAt,
    )
    return work ? withNearbyWork(byLines, work) : byLines
  }

  /** Who wrote a commit, or some files of it, by its lines. */
  attribute(change: CommitChange, files = change.files): Attribution {
    const { authoredAt, committedAt } = change
    const seen = files === change.files ? this.#witnesses.seen(change) : []
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
      reason: reasonOf(attribution, each => this.#nameOf(each)),
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

  #nameOf({ turn: id }: AttributedTurn): string {
    const found = this.find(id)
    return found ? `turn ${found.turn.number + 1} of session ${found.transcript.sessionId.slice(0, 8)}` : 'a turn'
  }
}

const mostFiles = 20

/** Of an answer only what can be told; of none, what there is, so that a person can look. */
function isShown({ confidence }: Attribution): (turn: AttributedTurn) => boolean {
  return turn => confidence === 'uncertain' || turn.confidence !== 'uncertain'
}

/** A session that worked on the files of a commit shortly before it was made. */
interface NearbyWork {
  session: string
  /** The last turn of it that changed one of the files. */
  turn: number
  /** Files of the commit that it changed. */
  files: string[]
  /** How long before the commit it last did. */
  agoMs: number
}

/** How far back work on the files of a commit is looked for. */
const nearbyMs = 6 * 3600_000
/** A session must have changed this share of the files. */
const leastShare = 0.34
/** Every other session must be this much further away, in time by share of the files. */
const leastDistance = 6
/** Within this time the order of edits says little. */
const blurMs = 5 * 60_000

/**
 * The one session that a commit is most likely of, when its lines do not tell: it changed the files shortly before, and
 * no other session comes near.
 */
function nearestWork(touches: readonly LineWriter[], files: readonly string[], authoredAt: number): NearbyWork | null {
  const work = workBySession(touches, authoredAt).map(each => ({
    ...each,
    share: each.files.length / Math.max(1, files.length),
    distance: ((each.agoMs + blurMs) * Math.max(1, files.length)) / each.files.length,
  }))
  const [first, second] = work.sort((a, b) => a.distance - b.distance)
  if (!first || first.share < leastShare) return null
  if (second && second.distance < first.distance * leastDistance) return null
  const { session, turn, files: changed, agoMs } = first
  return { session, turn, files: changed, agoMs }
}

/** An attribution that could not be told by lines, with the session that worked on the files shortly before. */
function withNearbyWork(attribution: Attribution, { turn, session, files, agoMs }: NearbyWork): Attribution {
  const known = attribution.turns.find(each => each.turn === turn)
  const named: AttributedTurn = {
    ...{ turn, session, lines: known?.lines ?? 0, madeCommit: false, confidence: 'likely', nearbyMs: agoMs },
    files: files.map(path => ({ path, lines: known?.files.find(each => each.path === path)?.lines ?? 0 })),
  }
  return { ...attribution, confidence: 'likely', turns: [named, ...attribution.turns.filter(each => each !== known)] }
}

function workBySession(touches: readonly LineWriter[], authoredAt: number): NearbyWork[] {
  const bySession = new Map<string, LineWriter[]>()
  for (const touch of touches) {
    if (touch.path === null || touch.at > authoredAt + roundedMs || touch.at < authoredAt - nearbyMs) continue
    bySession.set(touch.session, [...(bySession.get(touch.session) ?? []), touch])
  }
  return [...bySession].flatMap(([session, own]) => {
    const last = own.reduce((a, b) => (b.at > a.at ? b : a))
    const changed = [...new Set(own.flatMap(({ path }) => path ?? []))]
    return [{ session, turn: last.turn, files: changed, agoMs: Math.max(0, authoredAt - last.at) }]
  })
}
