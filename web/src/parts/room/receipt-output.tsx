import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roomQuery } from '../../state/room/queries.ts'
import type { Receipt } from '../../state/room/receipts.ts'
import { sizeWords } from '../../state/words.ts'
import { FaultView } from '../fault-view.tsx'
import { LongText } from './long-text.tsx'

/** A tool's output: a long one starts cut, and is shown whole after its hash was checked. */
export function ReceiptOutput({ project, receipt }: { project: string; receipt: Receipt }) {
  const [whole, setWhole] = useState(false)
  const full = useQuery({
    ...roomQuery(project, 'room_output_show', { receiptId: receipt.receipt_id }),
    enabled: whole,
    gcTime: 20_000,
  })
  const { outputs } = receipt
  const kept = outputs.truncated ? outputs.excerpt : outputs.text
  return (
    <div className="receipt-output">
      <LongText label={full.data ? 'Full output' : 'Output'} text={full.data?.text ?? kept} />
      {outputs.truncated && !full.data && (
        <p className="receipt-more">
          <span className="muted">The beginning of {sizeWords(outputs.full_size)}.</span>
          <button type="button" className="button small" disabled={full.isFetching} onClick={() => setWhole(true)}>
            Show the full output
          </button>
        </p>
      )}
      {full.error && <FaultView error={full.error} onRetry={() => void full.refetch()} />}
    </div>
  )
}
