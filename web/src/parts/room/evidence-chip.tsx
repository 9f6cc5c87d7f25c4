import './talk.css'
import { ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import type { Verdict } from '../../../../src/room/schema.ts'
import { safeText } from '../transcript/safe-text.ts'
import { EvidenceInspector } from './evidence-inspector.tsx'

interface Props {
  project: string
  verdict: Verdict
  receipts: readonly string[]
}

/** The evidence of an accepted message at a glance; opens all of it. */
export function EvidenceChip({ project, verdict, receipts }: Props) {
  const [open, setOpen] = useState(false)
  const [span] = verdict.spans
  const isVerified = verdict.unverified === undefined
  // A reply that only asks for files states nothing that could be verified.
  const says = verdict.kind !== 'access'
  return (
    <>
      <button
        type="button"
        className={`evidence-chip ${isVerified ? '' : 'unverified'} inline-row gap-6 max-full px-10 border-strong rounded-full text-xs ${says ? 'bg-good tone-good' : 'bg-surface soft'} hoverable inset-focus`}
        onClick={() => setOpen(true)}
      >
        {says && isVerified ? <ShieldCheck aria-hidden="true" /> : <ShieldQuestion aria-hidden="true" />}
        <strong className="weight-600">{says ? 'Evidence' : 'No answer'}</strong>
        {span && (
          <span className="truncate">
            {safeText(fileName(span.path))} line {span.start_line}
          </span>
        )}
        {says && !span && verdict.kind && <span>{verdict.kind}</span>}
        {!says && <span>asks for more files</span>}
      </button>
      <EvidenceInspector
        project={project}
        verdict={verdict}
        receipts={receipts}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
