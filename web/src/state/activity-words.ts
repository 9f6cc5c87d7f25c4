import type { ActivityType } from '../../../src/records/activity-types.ts'

const words: { [type in ActivityType]: { filter: string; verb: string } } = {
  record_created: { filter: 'Created', verb: 'Created' },
  record_updated: { filter: 'Updated', verb: 'Updated' },
  state_transition: { filter: 'State changes', verb: 'State changed' },
  session_started: { filter: 'Session started', verb: 'Started' },
  session_saved: { filter: 'Session saved', verb: 'Saved' },
  session_closed: { filter: 'Session closed', verb: 'Closed' },
  session_branched: { filter: 'Session branched', verb: 'Branched' },
  activation: { filter: 'Activations', verb: 'Activated' },
  conflict_detected: { filter: 'Conflicts', verb: 'Conflict found' },
  conflict_resolved: { filter: 'Conflicts resolved', verb: 'Conflict resolved' },
}

export function filterWord(type: ActivityType): string {
  return words[type].filter
}

export function verbOf(type: ActivityType): string {
  return words[type].verb
}

/** `R011: OPEN → LATER` with the states as pages name them. */
export function inStateWords(summary: string): string {
  return summary.replace(
    /\b(?:OPEN|LATER|RESOLVED|DISCARDED)\b/g,
    state => state.charAt(0) + state.slice(1).toLowerCase(),
  )
}
