import { addVerb } from '../verb.ts'
import type { VerbGroup } from '../verb-group.ts'

/** The verbs of `daybook records` by name, in reading order. */
export const recordsVerbs: VerbGroup = {
  overview: async to => addVerb(to, (await import('./overview.ts')).overview),
  tree: async to => addVerb(to, (await import('./tree.ts')).tree),
  show: async to => addVerb(to, (await import('./show.ts')).show),
  search: async to => addVerb(to, (await import('./search.ts')).search),
  history: async to => addVerb(to, (await import('./history.ts')).history),
  diff: async to => addVerb(to, (await import('./diff.ts')).diff),
  activity: async to => addVerb(to, (await import('./activity.ts')).activity),
  add: async to => addVerb(to, (await import('./add.ts')).add),
  edit: async to => addVerb(to, (await import('./edit.ts')).edit),
  state: async to => addVerb(to, (await import('./state.ts')).state),
  move: async to => addVerb(to, (await import('./move.ts')).move),
  retype: async to => addVerb(to, (await import('./retype.ts')).retype),
  purge: async to => addVerb(to, (await import('./purge.ts')).purge),
  sessions: async to => addVerb(to, (await import('./sessions.ts')).sessions),
  close: async to => addVerb(to, (await import('./close.ts')).close),
  export: async to => addVerb(to, (await import('./export.ts')).exportVerb),
  import: async to => addVerb(to, (await import('./import.ts')).importVerb),
  check: async to => addVerb(to, (await import('./check.ts')).check),
}
