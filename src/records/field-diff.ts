import { type ContentFieldName, contentFieldNames, type RecordContent } from './fields.ts'

/** The fields in which two contents differ; the order of keys in metadata makes no difference, that of lists does. */
export function changedFields(a: Readonly<RecordContent>, b: Readonly<RecordContent>): ContentFieldName[] {
  return contentFieldNames.filter(field => !sameJson(a[field], b[field]))
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  // A stack of our own, because metadata may nest deeper than calls can.
  const pending: [unknown, unknown][] = [[a, b]]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [left, right] = pair
    if (left === right) continue
    if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return false
    const entries = Object.entries(left)
    if (entries.length !== Object.keys(right).length) return false
    for (const [key, value] of entries) {
      if (!Object.hasOwn(right, key)) return false
      pending.push([value, right[key]])
    }
  }
  return true
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
