import { fileName } from '../../../../src/kernel/words.ts'
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
  // A reply that asks for files, or found nothing, answers nothing.
  const says = verdict.kind !== 'access' && verdict.kind !== 'absence'
  return (
    <>
      <button
        type="button"
        className={`evidence-chip ${isVerified ? '' : 'unverified'} inline-row gap-6 max-full px-10 border-strong rounded-full text-xs ${says ? 'bg-good tone-good' : 'bg-surface soft'} hoverable inset-focus`}
        onClick={() => setOpen(true)}
      >
        {verdict.kind !== 'access' && isVerified ? (
          <ShieldCheck aria-hidden="true" />
        ) : (
          <ShieldQuestion aria-hidden="true" />
        )}
        <strong className="weight-600">{says ? 'Evidence' : 'No answer'}</strong>
        {says && span && (
          <span className="truncate">
            {safeText(fileName(span.path))} line {span.start_line}
          </span>
        )}
        {(!says || !span) && verdict.kind && <span>{kindWords[verdict.kind]}</span>}
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

const kindWords: { readonly [kind in NonNullable<Verdict['kind']>]: string } = {
  content: 'of a text',
  structural: 'of how the text is built',
  issue: 'of an issue',
  absence: 'nothing was found',
  access: 'asks for more files',
}
