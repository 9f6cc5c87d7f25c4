import type { VerbGroup } from '../verb-group.ts'
import { addDiaryVerb } from './verb.ts'

/** The verbs of `daybook diary` by name, in reading order. */
export const diaryVerbs: VerbGroup = {
  prepare: async to => addDiaryVerb(to, (await import('./prepare.ts')).prepare),
  generate: async to => addDiaryVerb(to, (await import('./generate.ts')).generate),
  report: async to => addDiaryVerb(to, (await import('./report.ts')).report),
  open: async to => addDiaryVerb(to, (await import('./open.ts')).open),
  range: async to => addDiaryVerb(to, (await import('./range.ts')).range),
  list: async to => addDiaryVerb(to, (await import('./list.ts')).list),
  status: async to => addDiaryVerb(to, (await import('./status.ts')).status),
  search: async to => addDiaryVerb(to, (await import('./search.ts')).search),
  sources: async to => addDiaryVerb(to, (await import('./sources.ts')).sources),
  index: async to => addDiaryVerb(to, (await import('./index-verb.ts')).indexVerb),
  secrets: async to => addDiaryVerb(to, (await import('./secrets.ts')).secrets),
  render: async to => addDiaryVerb(to, (await import('./render.ts')).render),
  verify: async to => addDiaryVerb(to, (await import('./verify.ts')).verify),
  next: async to => addDiaryVerb(to, (await import('./next.ts')).next),
  read: async to => addDiaryVerb(to, (await import('./read.ts')).read),
  chains: async to => addDiaryVerb(to, (await import('./chains.ts')).chains),
  'write-evidence': async to => addDiaryVerb(to, (await import('./write.ts')).writeEvidenceVerb),
  'write-work-item': async to => addDiaryVerb(to, (await import('./write.ts')).writeWorkItemVerb),
  prompt: async to => addDiaryVerb(to, (await import('./prompt.ts')).prompt),
  collect: async to => addDiaryVerb(to, (await import('./collect.ts')).collect),
  publish: async to => addDiaryVerb(to, (await import('./publish.ts')).publish),
  remove: async to => addDiaryVerb(to, (await import('./remove.ts')).remove),
}
