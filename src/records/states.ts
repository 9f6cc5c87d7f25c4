export const states = ['OPEN', 'LATER', 'RESOLVED', 'DISCARDED'] as const
export type State = (typeof states)[number]

/** The allowed transitions, and the argument each one requires. */
const moves: Record<State, Partial<Record<State, 'reason' | 'resolved_by' | 'nothing'>>> = {
  OPEN: { LATER: 'reason', RESOLVED: 'resolved_by', DISCARDED: 'reason' },
  LATER: { OPEN: 'nothing', DISCARDED: 'reason' },
  RESOLVED: { OPEN: 'nothing' },
  DISCARDED: { OPEN: 'nothing' },
}

type TransitionCheck =
  | { allowed: true }
  | { allowed: false; targets: State[] }
  | { allowed: false; targets: State[]; missing: Array<'reason' | 'resolved_by'> }

export function checkTransition(
  from: State,
  to: State,
  given: { reason?: string | undefined; resolved_by?: string | undefined },
): TransitionCheck {
  const need = moves[from][to]
  const targets = states.filter(state => moves[from][state])
  if (need === undefined) return { allowed: false, targets }
  if (need !== 'nothing' && !given[need]?.trim()) return { allowed: false, targets, missing: [need] }
  return { allowed: true }
}
