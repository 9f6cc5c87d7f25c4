import { type AttributedTurn, type Attribution, type LineWriter, roundedMs } from './attribute.ts'

/** A session that worked on the files of a commit shortly before it was made. */
export interface NearbyWork {
  session: string
  /** The last turn of it that changed one of the files. */
  turn: number
  /** Files of the commit that it changed. */
  files: string[]
  /** How long before the commit it last did. */
  agoMs: number
}

/** How far back work on the files of a commit is looked for. */
export const nearbyMs = 6 * 3600_000
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
export function nearestWork(
  touches: readonly LineWriter[],
  files: readonly string[],
  authoredAt: number,
): NearbyWork | null {
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
export function withNearbyWork(attribution: Attribution, { turn, session, files, agoMs }: NearbyWork): Attribution {
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
