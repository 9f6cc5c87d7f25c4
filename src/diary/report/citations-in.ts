import { Citation } from './schema.ts'

/** Every citation anywhere in a report, each once. */
export function citationsWithin(report: unknown): Citation[] {
  const found = new Map<string, Citation>()
  const open = [report]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const citation = Citation.safeParse(value)
    if (citation.success) found.set(JSON.stringify(Object.values(citation.data)), citation.data)
    // Nothing is undefined in what was read from JSON.
    else open.push(...Object.values(value).filter(each => each !== undefined))
  }
  return [...found.values()]
}
