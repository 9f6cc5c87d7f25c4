import type { Section } from './sections.ts'

export type Why = Section['why'][number]

const sources: { [source in Why['source']]: string } = {
  project: 'Stored in the project',
  clock: 'The clock',
  statement: 'Statement',
  prompt: 'Prompt',
  record: 'Record',
  work_item: 'Work item',
  argument: 'Given for this block',
}

export function sourceWords(source: Why['source']): string {
  return sources[source]
}

const layers: { [layer in NonNullable<Why['layer']>]: string } = {
  project: 'Project',
  user: 'Yours',
  builtin: 'Built in',
}

export function layerWord(layer: NonNullable<Why['layer']>): string {
  return layers[layer]
}

/** The start of a hash, enough to distinguish two. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 10)
}

/** The URL of a work item in the diary, from `diary:<date>/<project key>/<item>`. */
export function workItemPlace(id: string): { date: string; item: string } | undefined {
  const [, date, item] = /^diary:(\d{4}-\d{2}-\d{2})\/(.+\/W\d+)$/.exec(id) ?? []
  return date !== undefined && item !== undefined ? { date, item } : undefined
}
