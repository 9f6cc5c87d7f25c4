// Without zod, so that the page can load it.

export const activityTypes = [
  'record_created',
  'record_updated',
  'state_transition',
  'session_started',
  'session_saved',
  'session_closed',
  'session_branched',
  'activation',
  'conflict_detected',
  'conflict_resolved',
] as const
export type ActivityType = (typeof activityTypes)[number]
