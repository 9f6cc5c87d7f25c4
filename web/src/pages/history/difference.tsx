import { type Evidence, evidenceWords } from '../../../../src/evidence/evidence.ts'
import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { metadataChanges } from '../../state/metadata-changes.ts'
import { DiffView } from '../../ui/diff-view.tsx'

type Diff = Output<'get_record_diff'>

export function Difference({
  diff: { from_version, to_version, diff, from_resolved, to_resolved },
  split,
}: {
  diff: Diff
  split: boolean
}) {
  const { body, ...fields } = diff
  const changed = Object.entries(fields).flatMap(([field, change]) => {
    if (change === undefined) return []
    return field === 'metadata' ? metadataChanges(change) : [[field, change] as const]
  })
  return (
    <>
      <p className="flex wrap gap-8 mb-12 soft text-s">
        <span className="mono">v{from_resolved.version}</span> <Ago time={from_resolved.timestamp} />
        <span aria-hidden="true">→</span>
        <span className="hidden-text">to</span>
        <span className="mono">v{to_resolved.version}</span> <Ago time={to_resolved.timestamp} />
      </p>
      {changed.length === 0 && body === undefined && (
        <p className="block-none">
          {from_resolved.version === to_resolved.version ? 'Both are the same version.' : 'Nothing differs.'}
        </p>
      )}
      {changed.length > 0 && (
        <dl className="field-changes">
          {changed.map(([field, change]) => (
            <div key={field}>
              <dt>{field.replaceAll('_', ' ')}</dt>
              <dd>
                <del>{valueWords(change?.old)}</del>
                <ins>{valueWords(change?.new)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {body !== undefined && (
        <DiffView from={from_version.body} to={to_version.body} split={split} label="Changes of the body" />
      )}
    </>
  )
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join(', ')
  if (typeof value !== 'object') return String(value)
  return isEvidence(value) ? evidenceWords(value) : JSON.stringify(value)
}

function isEvidence(value: object): value is Evidence {
  return 'kind' in value && 'ref' in value && typeof value.ref === 'string'
}
