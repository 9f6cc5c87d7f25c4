import { CircleX, LoaderCircle, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { ToolRun } from '../../state/room/round-progress.ts'
import { Modal } from '../modal.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ReceiptCard } from './receipt-card.tsx'

/** A tool run, linked to its receipt; a running tool has none yet. */
export function ReceiptChip({ project, run: { toolId, receiptId, ok } }: { project: string; run: ToolRun }) {
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
          <button type="button" className="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </div>
      </Modal>
    </>
  )
}
