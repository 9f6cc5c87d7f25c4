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

// The keys are spelled out above, and the compiler checks them against the schema.
export const activityTypes = Object.keys(words) as ActivityType[]

export function filterWord(type: ActivityType): string {
  return words[type].filter
}

export function verbOf(type: ActivityType): string {
  return words[type].verb
}
