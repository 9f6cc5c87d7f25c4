import './talk.css'
import '../transcript/transcript.css'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { ParsedEvidence } from '../../../../src/room/evidence/verdict.ts'
import type { Verdict } from '../../../../src/room/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { EvidenceLine, VerdictMark } from './evidence-line.tsx'
import { QuotedFile } from './quoted-file.tsx'
import { ReceiptCard } from './receipt-card.tsx'

interface Props {
  project: string
  verdict: Verdict
  /** All receipts of the turn or round; cited ones come first. */
  receipts: readonly string[]
  open: boolean
  onClose: () => void
}

/** Beside a reply: its parsed Evidence line, the quoted lines in their file, and the receipts behind them. */
export function EvidenceInspector({ project, verdict, receipts, open, onClose }: Props) {
  return (
    <Modal open={open} onClose={onClose} title="Evidence" wide>
      <div className="inspector stack cols-1 gap-12 min-w-0">
        <Inspected project={project} verdict={verdict} receipts={receipts} />
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  )
}

function Inspected({ project, verdict, receipts }: Pick<Props, 'project' | 'verdict' | 'receipts'>) {
  // Parsed by the server; the wire schema gives its further fields no types.
  const evidence = verdict.evidence as ParsedEvidence | undefined
  const cited = [...new Set([...verdict.receipts, ...(evidence?.receipts ?? [])])]
  const others = receipts.filter(id => !cited.includes(id))
  const places = placesOf(verdict, evidence)
  return (
    <>
      <section aria-label="The line">
        <VerdictMark verdict={verdict} />
        {evidence ? (
          <EvidenceLine project={project} evidence={evidence} />
        ) : (
          <p className="muted">There is no readable Evidence line.</p>
        )}
      </section>
      {places.length > 0 && (
        <section aria-label="In the file">
          <h3 className="text-s">In the file</h3>
          {places.map(place => (
            <QuotedFile key={JSON.stringify([place.path, place.cited])} project={project} {...place} />
          ))}
        </section>
      )}
      <section aria-label="Receipts">
        <h3 className="text-s">
          {cited.length + others.length === 0 ? 'No receipts' : formatCount(cited.length + others.length, 'receipt')}
        </h3>
        {cited.length + others.length === 0 && <p className="muted">No tool ran for this reply.</p>}
        {cited.map((id, at) => (
          <ReceiptCard key={id} project={project} id={id} note="cited" startsOpen={at === 0} />
        ))}
        {others.map(id => (
          <ReceiptCard key={id} project={project} id={id} />
        ))}
      </section>
    </>
  )
}

/** The quotes that were found; for claims that need none, the lines they name. */
function placesOf({ spans }: Verdict, evidence: ParsedEvidence | undefined) {
  if (spans.length > 0) {
    return spans.map(({ path, start_line, end_line, start_byte, end_byte, sha256, quote }) => ({
      path,
      cited: { start_byte, end_byte },
      lines: { from: start_line, to: end_line },
      sha256,
      quote,
    }))
  }
  return (evidence?.locations ?? []).flatMap(({ type, start, end, source }) => {
    const path = evidence?.sources[source ?? -1]?.path
    if (type !== 'line' || !path) return []
    return [{ path, cited: { start_line: start, end_line: end }, lines: { from: start, to: end } }]
  })
}
