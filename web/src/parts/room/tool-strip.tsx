import { CircleX, LoaderCircle, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { ToolRun } from '../../state/room/round-progress.ts'
import { Button } from '../button.tsx'
import { Modal } from '../modal.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ReceiptCard } from './receipt-card.tsx'

/** The tool runs of a turn in order, each with its receipt. */
export function ToolStrip({ project, runs }: { project: string; runs: readonly ToolRun[] }) {
  if (runs.length === 0) return null
  return (
    <ul className="tool-strip" aria-label="Tools that ran">
      {runs.map((run, at) => (
        <li key={run.receiptId ?? `${run.toolId} ${at}`}>
          <ReceiptChip project={project} run={run} />
        </li>
      ))}
    </ul>
  )
}

/** A tool run, linked to its receipt; a running tool has none yet. */
function ReceiptChip({ project, run: { toolId, receiptId, ok } }: { project: string; run: ToolRun }) {
  const [open, setOpen] = useState(false)
  if (receiptId === undefined) {
    return (
      <span className="tool-chip">
        <LoaderCircle className="turning" aria-hidden="true" />
        <span>{safeText(toolId)}</span> <span className="muted">runs</span>
      </span>
    )
  }
  return (
    <>
      <button type="button" className="tool-chip" onClick={() => setOpen(true)}>
        {ok === false ? <CircleX aria-hidden="true" /> : <ReceiptText aria-hidden="true" />}
        {toolId && <span>{safeText(toolId)}</span>}
        {ok === false && <span>failed</span>}
        <code>{safeText(receiptId)}</code>
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="Receipt" wide>
        <div className="inspector">
          <ReceiptCard project={project} id={receiptId} startsOpen />
        </div>
        <div className="dialog-actions">
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Modal>
    </>
  )
}
