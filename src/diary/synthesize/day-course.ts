import type { CheckKind, TurnFacts, TurnRef } from '../schema.ts'
import { compareRefs } from '../workspace/refs.ts'

/** How the sessions of a day went on, whatever piece of work their turns belong to. */
export interface DayCourse {
  isLastOfSession(turn: TurnRef): boolean
  /** Whether a check of the kind passed in the session, or something was committed there, after the turn. */
  isMadeGood(turn: TurnRef, kind: CheckKind): boolean
}

/** `turns` are all turns of a project's day. */
export function courseOf(turns: Iterable<TurnRef>, facts: Iterable<TurnFacts>): DayCourse {
  const last = new Map<string, string>()
  const passed = new Map<string, string>()
  const note = (notes: Map<string, string>, key: string, turn_ref: string) => {
    const known = notes.get(key)
    if (known === undefined || compareRefs(turn_ref, known) > 0) notes.set(key, turn_ref)
  }
  for (const { session_ref, turn_ref } of turns) note(last, session_ref, turn_ref)
  for (const { session_ref, turn_ref, checks, commits } of facts) {
    note(last, session_ref, turn_ref)
    for (const { kind, verdict } of checks) if (verdict === 'pass') note(passed, `${session_ref} ${kind}`, turn_ref)
    if (commits.length > 0) note(passed, session_ref, turn_ref)
  }
  const isAfter = (found: string | undefined, turn_ref: string) =>
    found !== undefined && compareRefs(found, turn_ref) > 0
  return {
    isLastOfSession: ({ session_ref, turn_ref }) => last.get(session_ref) === turn_ref,
    isMadeGood: ({ session_ref, turn_ref }, kind) =>
      isAfter(passed.get(`${session_ref} ${kind}`), turn_ref) || isAfter(passed.get(session_ref), turn_ref),
  }
}
