import type { ForkCandidate } from '../reader.ts'

/** The turns of a fork that the session it was forked from has too: the same message at the same instant. */
export function turnsOfParents(files: readonly ForkCandidate[]): Map<string, Set<number>> {
  const bySession = new Map<string, ForkCandidate[]>()
  for (const file of files) bySession.set(file.sessionId, [...(bySession.get(file.sessionId) ?? []), file])
  const inherited = new Map<string, Set<number>>()
  for (const { path, sessionId, forkedFrom, turns } of files) {
    if (forkedFrom === null || forkedFrom === sessionId) continue
    const known = new Set((bySession.get(forkedFrom) ?? []).flatMap(parent => parent.turns.map(keyOf)))
    const copied = turns.flatMap((turn, index) => (known.has(keyOf(turn)) ? [index] : []))
    if (copied.length > 0) inherited.set(path, new Set(copied))
  }
  return inherited
}

function keyOf({ at, uuid }: { at: number; uuid: string | null }): string {
  return `${at} ${uuid}`
}
