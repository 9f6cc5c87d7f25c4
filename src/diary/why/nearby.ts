import { groupBy } from '../../kernel/group.ts'
import { type AttributedTurn, type Attribution, type LineWriter, roundedMs } from './attribute.ts'

/** A session that was at work shortly before a commit was made. */
export interface NearbyWork {
  session: string
  /** The last turn of it before the commit. */
  turn: number
  /** Files of the commit that it changed; none where only the branch is the same. */
  files: string[]
  /** How long before the commit it was last at work. */
  agoMs: number
}

/** How far back work on the files of a commit is looked for. */
export const nearbyMs = 6 * 3600_000
/** A session must have changed this share of the files. */
const leastShare = 0.34
/** Every other session must be this much further away, in time by share of the files. */
const leastDistance = 6
/** Within this time the order of edits says little. */
export const blurMs = 5 * 60_000

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

/** A turn on the branch of a commit. */
export interface BranchTurn {
  turn: number
  session: string
  at: number
  lastAt: number
}

/** For so long before a commit no other session may have been at work on its branch. */
export const branchMs = 24 * 3600_000
/** The one that was must have been so shortly before. */
const sameBranchMs = 12 * 3600_000
/** Nor may another session, on whichever branch, have changed a file of the commit in this time. */
const otherEditsMs = 2 * 3600_000

/** The only session that was at work on the branch of a commit before it was made. */
export function onlyWorkOnBranch(
  turns: readonly BranchTurn[],
  touches: readonly LineWriter[],
  authoredAt: number,
): NearbyWork | null {
  const before = turns.filter(({ at, lastAt }) => at <= authoredAt + roundedMs && lastAt >= authoredAt - branchMs)
  const [last] = before.sort((a, b) => b.at - a.at)
  if (!last || before.some(({ session }) => session !== last.session)) return null
  const agoMs = Math.max(0, authoredAt - last.lastAt)
  const isOthers = touches.some(({ session, at }) => session !== last.session && at >= authoredAt - otherEditsMs)
  return agoMs > sameBranchMs || isOthers ? null : { session: last.session, turn: last.turn, files: [], agoMs }
}

/** An attribution that the lines do not give, with the turn that ran `git commit` at that time. */
export function withMaker(
  attribution: Attribution,
  { turn, session }: Pick<NearbyWork, 'turn' | 'session'>,
): Attribution {
  const known = attribution.turns.find(each => each.turn === turn)
  const maker: AttributedTurn = {
    ...{ turn, session, lines: known?.lines ?? 0, files: known?.files ?? [] },
    ...{ madeCommit: true, confidence: 'likely', nearbyMs: null },
  }
  return { ...attribution, confidence: 'likely', turns: [maker, ...attribution.turns.filter(each => each !== known)] }
}

/** An attribution that the lines do not give, with the session that was at work shortly before. */
export function withNearbyWork(attribution: Attribution, { turn, session, files, agoMs }: NearbyWork): Attribution {
  const known = attribution.turns.find(each => each.turn === turn)
  const named: AttributedTurn = {
    ...{ turn, session, lines: known?.lines ?? 0, madeCommit: false, confidence: 'likely', nearbyMs: agoMs },
    files: files.map(path => ({ path, lines: known?.files.find(each => each.path === path)?.lines ?? 0 })),
  }
  return { ...attribution, confidence: 'likely', turns: [named, ...attribution.turns.filter(each => each !== known)] }
}

function workBySession(touches: readonly LineWriter[], authoredAt: number): NearbyWork[] {
  const near = touches.filter(
    ({ path, at }) => path !== null && at <= authoredAt + roundedMs && at >= authoredAt - nearbyMs,
  )
  return [...groupBy(near, ({ session }) => session)].map(([session, own]) => {
    const last = own.reduce((a, b) => (b.at > a.at ? b : a))
    const changed = [...new Set(own.flatMap(({ path }) => path ?? []))]
    return { session, turn: last.turn, files: changed, agoMs: Math.max(0, authoredAt - last.at) }
  })
}
