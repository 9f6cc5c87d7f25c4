import type { ForkCandidate, TurnRecords } from '../reader.ts'

/**
 * A forked Codex session begins with a copy of turns of the session it was forked from. The answer names, by path, the
 * leading turns (by index) that are such copies; whenever that is not certain, none.
 */
export async function codexInherited(
  files: readonly ForkCandidate[],
  recordsOf: TurnRecords,
): Promise<Map<string, Set<number>>> {
  const bySession = new Map<string, ForkCandidate[]>()
  for (const file of files) bySession.set(file.sessionId, [...(bySession.get(file.sessionId) ?? []), file])
  const inherited = new Map<string, Set<number>>()
  for (const file of files) {
    const ancestors = ancestorsOf(file, bySession)
    const count = ancestors ? await leadingCopies(file, ancestors, recordsOf) : 0
    if (count > 0) inherited.set(file.path, new Set(Array(count).keys()))
  }
  return inherited
}

/** Null when there are none, when one is not known, or when they go in a circle. */
function ancestorsOf(file: ForkCandidate, bySession: Map<string, ForkCandidate[]>): ForkCandidate[] | null {
  const seen = new Set([file.sessionId])
  const ancestors: ForkCandidate[] = []
  let parents = file.forkedFrom === null ? undefined : bySession.get(file.forkedFrom)
  if (!parents) return null
  while (parents) {
    const [first] = parents
    if (!first || seen.has(first.sessionId)) return null
    seen.add(first.sessionId)
    ancestors.push(...parents)
    const next: string | null = parents.find(({ forkedFrom }) => forkedFrom !== null)?.forkedFrom ?? null
    parents = next === null ? undefined : bySession.get(next)
  }
  return ancestors
}

async function leadingCopies(file: ForkCandidate, ancestors: ForkCandidate[], recordsOf: TurnRecords): Promise<number> {
  for (let turn = 0; turn < file.turns.length; turn++) {
    const origin = await compare(file, turn, ancestors, recordsOf)
    if (origin === 'unclear') return 0
    if (origin === 'own') return turn
  }
  return file.turns.length
}

async function compare(
  file: ForkCandidate,
  turn: number,
  ancestors: ForkCandidate[],
  recordsOf: TurnRecords,
): Promise<'copy' | 'own' | 'unclear'> {
  const candidates = ancestors.flatMap(ancestor => turnsAt(ancestor, file.turns[turn]?.at))
  if (candidates.length === 0) return 'own'
  const records = await recordsOf(file.path, turn)
  let begun = false
  for (const candidate of candidates) {
    const original = await recordsOf(candidate.path, candidate.turn)
    if (records.every((record, i) => record !== null && record === original[i])) return 'copy'
    begun ||= records[0] !== null && records[0] === original[0]
  }
  return begun && records.includes(null) ? 'unclear' : 'own'
}

/** A copied trigger has the time of the original. */
function turnsAt(file: ForkCandidate, at: number | undefined): { path: string; turn: number }[] {
  return file.turns.flatMap((turn, index) => (turn.at === at ? [{ path: file.path, turn: index }] : []))
}
