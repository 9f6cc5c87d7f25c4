import './talk.css'
import { CircleX, LoaderCircle, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { ToolRun } from '../../state/room/round-progress.ts'
import { toolWords } from '../../state/room/tool-words.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { ReceiptCard } from './receipt-card.tsx'

/** The tool runs of a turn in order, each with its receipt. */
export function ToolStrip({ project, runs }: { project: string; runs: readonly ToolRun[] }) {
  if (runs.length === 0) return null
  return (
    <ul className="flex wrap gap-6 mt-6 mb-6" aria-label="Tools that ran">
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
      <span className="tool-chip inline-row gap-6 max-full px-10 border-strong rounded-full bg-surface soft text-xs hoverable inset-focus">
        <LoaderCircle className="turning" aria-hidden="true" />
        <span>{toolWords(toolId)}</span> <span className="muted">runs</span>
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className="tool-chip inline-row gap-6 max-full px-10 border-strong rounded-full bg-surface soft text-xs hoverable inset-focus"
        title={`Receipt ${safeText(receiptId)}`}
        onClick={() => setOpen(true)}
      >
        {ok === false ? <CircleX aria-hidden="true" /> : <ReceiptText aria-hidden="true" />}
        <span>{toolId === '' ? 'Receipt' : toolWords(toolId)}</span>
        {ok === false && <span>failed</span>}
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="Receipt" wide>
        <div className="inspector stack cols-1 gap-12 min-w-0">
          <ReceiptCard project={project} id={receiptId} startsOpen />
        </div>
        <div className="dialog-actions">
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Modal>
    </>
  )
}
