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

/** What an entry or a version says, as people say it: `R011: Open → Later`, `Changed the body and evidence of R007`. */
export function changeWords(summary: string): string {
  const [, listed = '', rest = ''] = /^Changed ([a-z_]+(?:, [a-z_]+)*)( of \S+)?$/.exec(summary) ?? []
  if (listed !== '') return `Changed the ${listOf(listed.split(', ').map(fieldWords))}${rest}`
  return summary.replace(
    /\b(?:OPEN|LATER|RESOLVED|DISCARDED)\b/g,
    state => state.charAt(0) + state.slice(1).toLowerCase(),
  )
}

/** The name of a record's field within a sentence. */
export function fieldWords(field: string): string {
  return named[field] ?? field.replaceAll('_', ' ')
}

const named: { readonly [field: string]: string } = { related: 'related records', affects: 'governed files' }

export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
