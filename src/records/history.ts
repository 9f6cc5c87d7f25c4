import { unifiedDiff } from '../evidence/unified-diff.ts'
import { changedFields } from './field-diff.ts'
import { contentOf } from './fields.ts'
import type { Record } from './schema.ts'
import type { Version } from './store/versions.ts'

/** The body of one version against another's, labelled R007@v3. */
export function bodyDiff(from: Record, to: Record): string {
  return unifiedDiff(from.body, to.body, { from: `${from.id}@v${from.version}`, to: `${to.id}@v${to.version}` })
}

/** Only what changed: old and new of each field, the body as a unified diff. */
export function recordDiff(from: Record, to: Record): { [field: string]: string | { old: unknown; new: unknown } } {
  const [before, after] = [contentOf(from), contentOf(to)]
  return Object.fromEntries(
    changedFields(before, after).map(field => [
      field,
      field === 'body' ? bodyDiff(from, to) : { old: before[field], new: after[field] },
    ]),
  )
}

/** One line that says what a version changed. */
export function summarize(version: Version, before: Record | undefined): string {
  const { change, record, fields } = version
  if (change === 'created') return `Created as ${record.state}`
  if (change === 'transition') {
    if (record.superseded_by !== before?.superseded_by)
      return record.superseded_by ? `Superseded by ${record.superseded_by}` : 'No longer superseded'
    const resolver = record.resolved_by ? ` by ${record.resolved_by}` : ''
    return `${before?.state ?? '?'} → ${record.state}${resolver}`
  }
  if (change === 'moved') return record.parent_id === null ? 'Moved to the top' : `Moved under ${record.parent_id}`
  if (change === 'retyped') return 'Changed the type'
  return `Changed ${fields.join(', ')}`
}
