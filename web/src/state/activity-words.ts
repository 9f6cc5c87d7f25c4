import type { ActivityType } from '../../../src/records/schema.ts'

const words: { [type in ActivityType]: { filter: string; verb: string } } = {
  record_created: { filter: 'Created', verb: 'created' },
  record_updated: { filter: 'Updated', verb: 'updated' },
  state_transition: { filter: 'State changes', verb: 'changed state' },
  session_started: { filter: 'Session started', verb: 'session started' },
  session_saved: { filter: 'Session saved', verb: 'saved' },
  session_closed: { filter: 'Session closed', verb: 'closed' },
  session_branched: { filter: 'Session branched', verb: 'session branched' },
  activation: { filter: 'Activations', verb: 'activated' },
  conflict_detected: { filter: 'Conflicts', verb: 'conflict found' },
  conflict_resolved: { filter: 'Conflicts resolved', verb: 'conflict resolved' },
}

// The keys are spelled out above, and the compiler holds them against the schema.
export const activityTypes = Object.keys(words) as ActivityType[]

export function filterWord(type: ActivityType): string {
  return words[type].filter
}

export function verbOf(type: ActivityType): string {
  return words[type].verb
}
