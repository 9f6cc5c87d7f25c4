import type { ToolRun } from '../../state/room/round-progress.ts'
import { ReceiptChip } from './receipt-chip.tsx'

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
