import type { Evidence } from '../../../../src/evidence/evidence.ts'
import { capitalize } from '../../../../src/kernel/words.ts'
import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { EvidenceChips } from '../../parts/evidence/evidence-chips.tsx'
import { fieldWords } from '../../state/activity-words.ts'
import { metadataChanges } from '../../state/metadata-changes.ts'
import { DiffView } from '../../ui/diff-view.tsx'

type Diff = Output<'get_record_diff'>

interface Props {
  project: string
  diff: Diff
  split: boolean
}

export function Difference({ project, diff: compared, split }: Props) {
  const { from_version, to_version, diff, from_resolved, to_resolved } = compared
  const { body, ...fields } = diff
  const changed = Object.entries(fields).flatMap(([field, change]) => {
    if (change === undefined) return []
    return field === 'metadata' ? metadataChanges(change) : [[capitalize(fieldWords(field)), change] as const]
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
              <dt>{field === 'evidence' ? 'Evidence' : field}</dt>
              <dd>
                {field === 'evidence' ? (
                  <EvidenceChange project={project} old={evidenceIn(change?.old)} next={evidenceIn(change?.new)} />
                ) : (
                  <>
                    <del>{valueWords(change?.old)}</del>
                    <ins>{valueWords(change?.new)}</ins>
                  </>
                )}
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

/** Only what was added or taken out; the rest is what it was. */
function EvidenceChange({ project, old, next }: { project: string; old: Evidence[]; next: Evidence[] }) {
  const isIn = (all: Evidence[], { kind, ref, lines }: Evidence) =>
    all.some(each => each.kind === kind && each.ref === ref && each.lines === lines)
  const removed = old.filter(each => !isIn(next, each))
  const added = next.filter(each => !isIn(old, each))
  return (
    <>
      {removed.length > 0 && (
        <del className="row">
          <EvidenceChips project={project} items={removed} />
        </del>
      )}
      {added.length > 0 && (
        <ins className="row">
          <EvidenceChips project={project} items={added} />
        </ins>
      )}
      {removed.length + added.length === 0 && <span className="muted">Cited anew: its hash is another one.</span>}
    </>
  )
}

function evidenceIn(value: unknown): Evidence[] {
  return Array.isArray(value) ? value.filter(isEvidence) : []
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isEvidence(value: unknown): value is Evidence {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && 'ref' in value && typeof value.ref === 'string'
  )
}
