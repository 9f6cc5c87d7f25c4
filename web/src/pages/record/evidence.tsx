import { AddEvidence } from '../../parts/evidence/add-evidence.tsx'
import { EvidenceChips } from '../../parts/evidence/evidence-chips.tsx'
import { useMayWrite } from '../../state/role.ts'
import { Section } from '../../ui/section.tsx'
import type { Shown } from './view.tsx'

/** What the record rests on, beneath its text. */
export function EvidenceSection({ project, shown: { record, evidence } }: { project: string; shown: Shown }) {
  const mayWrite = useMayWrite(project)
  if (evidence.length === 0 && !mayWrite) return null
  return (
    <Section title="Evidence" {...(evidence.length > 0 && { count: evidence.length })} className="mt-24">
      <div className="stack cols-1 gap-10 justify-items-start pt-8">
        {evidence.length > 0 && <EvidenceChips project={project} items={evidence} />}
        {mayWrite && (
          <AddEvidence project={project} record={record} cited={evidence.map(({ verdict: _, ...entry }) => entry)} />
        )}
      </div>
    </Section>
  )
}
