import { checkTransition, type State, states } from '../../../src/records/states.ts'

export interface Move {
  to: State
  needs: 'reason' | 'resolved_by' | undefined
}

/** The transitions the rules allow from a state, computed by the rules themselves. */
export function movesFrom(from: State): Move[] {
  return states.flatMap((to): Move[] => {
    const verdict = checkTransition(from, to, {})
    if (verdict.allowed) return [{ to, needs: undefined }]
    return 'missing' in verdict ? [{ to, needs: verdict.missing[0] }] : []
  })
}
