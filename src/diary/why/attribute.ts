/** Who wrote the lines of a commit. Pure: everything is compared by content, place and time. */

export const attributionConfidences = ['certain', 'likely', 'uncertain'] as const
export type AttributionConfidence = (typeof attributionConfidences)[number]

/** A line of a commit that says who wrote it, with the edits that wrote the same. */
export interface WitnessLine {
  /** The path of the file in the commit. */
  path: string
  kind: 'added' | 'removed'
  /** Where it is in the file after the commit; several lines where it was wrapped, none where it was removed. */
  numbers: number[]
  writers: LineWriter[]
}

export interface LineWriter {
  turn: number
  session: string
  /** Milliseconds. */
  at: number
  /** The path of the written file in the repository; null where it is not known to be in it. */
  path: string | null
}

/** A commit that a turn is seen to make. */
export interface SeenCommit {
  turn: number
  session: string
  /** What shows that it is this commit: its hash, or its subject and the time it was made. */
  by: 'hash' | 'subject'
}

export interface AttributedTurn {
  turn: number
  session: string
  /** Lines of the commit that it wrote last. */
  lines: number
  /** By file of the commit, most lines first. */
  files: { path: string; lines: number }[]
  madeCommit: boolean
  confidence: AttributionConfidence
  /** Where no line tells: how long before the commit the turn changed its files. */
  nearbyMs: number | null
}

/** Lines of a file after a commit, and the turn that wrote them; null where no known turn did. */
interface WrittenLines {
  path: string
  numbers: number[]
  turn: number | null
}

export interface Attribution {
  confidence: AttributionConfidence
  /** Most lines first. */
  turns: AttributedTurn[]
  /** Lines that say who wrote them; of these, those no known turn wrote, and those two sessions wrote at once. */
  telling: number
  unknown: number
  disputed: number
  /** Who wrote each of the added ones among them. */
  written: WrittenLines[]
  /** The turn that last changed the files before the commit, where another session went on in the same folder after it. */
  overtaken?: { turn: number; session: string; agoMs: number }
}

interface AttributionQuestion {
  lines: readonly WitnessLine[]
  seen: readonly SeenCommit[]
  authoredAt: number
  committedAt: number
}

/** Clocks of the transcript and of git are the same, but a hook may take its time. */
const slackMs = 60_000
/** Git notes whole seconds. */
export const roundedMs = 999
/** Who wrote a line longer ago than this most likely wrote another copy of it. */
const longestMs = 14 * 86_400_000
/** What was written longer ago is seldom committed only now. */
const earlyMs = 86_400_000
/** Two sessions that wrote the same line within this time cannot be distinguished. */
const tieMs = 1000
/** A line that so many edits wrote says nothing. */
export const mostWriters = 40

export function attribute(question: AttributionQuestion): Attribution {
  const { seen } = question
  const counted = question.lines.filter(({ writers }) => writers.length < mostWriters)
  const own = new Map<number, { session: string; files: Map<string, number>; lines: number }>()
  const bySession = new Map<string, SessionLines>()
  let [unknown, disputed] = [0, 0]
  const moved = movedFiles(counted, question)
  const written: WrittenLines[] = []
  for (const line of counted) {
    const winner = lastWriter(line, question, moved)
    const { path, numbers } = line
    if (numbers.length > 0) written.push({ path, numbers, turn: winner && winner !== 'disputed' ? winner.turn : null })
    if (winner === null) unknown++
    else if (winner === 'disputed') disputed++
    else {
      const ofSession = bySession.get(winner.session) ?? { lines: 0, late: 0, early: 0 }
      ofSession.lines++
      if (winner.at > question.authoredAt + slackMs) ofSession.late++
      if (winner.at < question.authoredAt - earlyMs) ofSession.early++
      bySession.set(winner.session, ofSession)
      const turn = own.get(winner.turn) ?? { session: winner.session, files: new Map(), lines: 0 }
      turn.lines++
      turn.files.set(line.path, (turn.files.get(line.path) ?? 0) + 1)
      own.set(winner.turn, turn)
    }
  }
  for (const { turn, session } of seen) if (!own.has(turn)) own.set(turn, { session, files: new Map(), lines: 0 })
  const turns = [...own].map(([turn, { session, files, lines }]): AttributedTurn => {
    const made = seen.filter(each => each.turn === turn)
    return {
      turn,
      session,
      lines,
      files: [...files].map(([path, count]) => ({ path, lines: count })).sort((a, b) => b.lines - a.lines),
      madeCommit: made.length > 0,
      confidence:
        made.length > 0
          ? 'certain'
          : confidenceOf(bySession.get(session) ?? noLines, counted.length - unknown, counted.length),
      nearbyMs: null,
    }
  })
  turns.sort((a, b) => rank(b) - rank(a) || b.lines - a.lines || a.turn - b.turn)
  const confidence = attributionConfidences.find(each => turns.some(turn => turn.confidence === each)) ?? 'uncertain'
  return { confidence, turns, telling: counted.length, unknown, disputed, written }
}

/** Turns that are seen to make the commit come first. */
function rank({ madeCommit }: AttributedTurn): number {
  return madeCommit ? 1 : 0
}

/** Lines of a commit that a session wrote; of these `late` after the commit was authored, and `early` more than a day before. */
interface SessionLines {
  lines: number
  late: number
  early: number
}

const noLines: SessionLines = { lines: 0, late: 0, early: 0 }

/** By how many of the telling lines a session wrote; of these `known` were written by any known turn. */
function confidenceOf({ lines, late, early }: SessionLines, known: number, telling: number): AttributionConfidence {
  const share = lines / Math.max(1, telling)
  if (lines >= 3 && share >= 0.6) return 'certain'
  // After a rebase these may be of a later commit on the same lines, of which an amendment had more; old ones came again.
  if (late * 2 > lines || early * 2 > lines) return 'uncertain'
  if ((lines >= 2 && share >= 0.3) || (lines > 0 && lines === telling)) return 'likely'
  // Of a large commit, a person may have written more than the agent.
  return lines >= 20 && share >= 0.15 && lines >= known * 0.7 ? 'likely' : 'uncertain'
}

/** The last to write a line in time for the commit; later ones only where it was made again, as by an amendment. */
function lastWriter(
  { path, writers }: WitnessLine,
  { authoredAt, committedAt }: AttributionQuestion,
  moved: ReadonlyMap<string, ReadonlySet<string>>,
): LineWriter | 'disputed' | null {
  const same = writers.filter(writer => writer.path === path || moved.get(path)?.has(writer.path ?? ''))
  const until = (limit: number) =>
    same.filter(({ at }) => at <= limit && at >= limit - longestMs).sort((a, b) => b.at - a.at)
  const found = [authoredAt + roundedMs, authoredAt + slackMs, committedAt + slackMs]
    .map(until)
    .find(each => each.length > 0)
  if (!found) return null
  const [last] = found
  if (!last) return null
  const isDisputed = found.some(({ session, at }) => session !== last.session && last.at - at <= tieMs)
  return isDisputed ? 'disputed' : last
}

/** Files of the commit whose lines were written elsewhere in the repository: they were moved after they were written. */
function movedFiles(
  lines: readonly WitnessLine[],
  { committedAt }: AttributionQuestion,
): Map<string, ReadonlySet<string>> {
  const moved = new Map<string, ReadonlySet<string>>()
  const added = lines.filter(({ kind }) => kind === 'added')
  for (const path of new Set(added.map(each => each.path))) {
    const own = added.filter(each => each.path === path)
    if (own.some(({ writers }) => writers.some(writer => writer.path === path))) continue
    const counts = new Map<string, number>()
    for (const { writers } of own) {
      const elsewhere = writers.flatMap(writer =>
        writer.path !== null && writer.at <= committedAt + slackMs ? writer.path : [],
      )
      for (const from of new Set(elsewhere)) counts.set(from, (counts.get(from) ?? 0) + 1)
    }
    const from = [...counts].filter(([, count]) => count >= 3 && count * 2 >= own.length).map(([each]) => each)
    if (from.length > 0) moved.set(path, new Set(from))
  }
  return moved
}
