import { addVerb } from '../verb.ts'
import type { VerbGroup } from '../verb-group.ts'

/** The verbs of `daybook projects` by name, in reading order. */
export const projectsVerbs: VerbGroup = {
  list: async to => addVerb(to, (await import('./list.ts')).list),
  show: async to => addVerb(to, (await import('./show.ts')).show),
  create: async to => addVerb(to, (await import('./create.ts')).create),
  set: async to => addVerb(to, (await import('./set.ts')).set),
  edit: async to => addVerb(to, (await import('./edit.ts')).edit),
  link: async to => addVerb(to, (await import('./link.ts')).link),
  unlink: async to => addVerb(to, (await import('./link.ts')).unlink),
  delete: async to => addVerb(to, (await import('./delete.ts')).deleteVerb),
  trash: async to => addVerb(to, (await import('./trash.ts')).trash),
  restore: async to => addVerb(to, (await import('./restore.ts')).restore),
  purge: async to => addVerb(to, (await import('./purge.ts')).purge),
  import: async to => addVerb(to, (await import('./import.ts')).importVerb),
  export: async to => addVerb(to, (await import('./export.ts')).exportVerb),
}
