import './talk.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatNumber, formatSize } from '../../../../src/kernel/numbers.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { type Receipt, receiptQuery } from '../../state/room/receipts.ts'
import { toolWords } from '../../state/room/tool-words.ts'
import { timeWords } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { safeText } from '../transcript/safe-text.ts'
import { AuditMark } from './audit-mark.tsx'
import { FileLink } from './file-link.tsx'
import { LongText } from './long-text.tsx'
import { ProblemList } from './problem-list.tsx'

interface Props {
  project: string
  id: string
  /** Its role for the reader: "cited". */
  note?: string
  startsOpen?: boolean
  /** In long lists a receipt is loaded when it is opened. */
  isLazy?: boolean
}

/** One receipt: the tool, its arguments and result, and whether it verifies. */
export function ReceiptCard({ project, id, note, startsOpen = false, isLazy = false }: Props) {
  const [open, setOpen] = useState(startsOpen)
  const query = useQuery({ ...receiptQuery(project, id), enabled: open || !isLazy })
  return (
    <details
      className="receipt-card border rounded-m bg-surface"
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="row wrap gap-y-4 gap-x-10 py-6 px-12 rounded-m text-s pointer">
        {query.data && <span className="weight-550">{toolWords(query.data.receipt.tool_id)}</span>}
        <code className="muted">{safeText(id)}</code>
        {note && <span className="tag">{note}</span>}
        <span className="push-end">{query.data && <AuditMark status={query.data.verification.status} />}</span>
      </summary>
      {open && (
        <Loaded query={query} label="the receipt" lines={6}>
          {({ receipt, verification }) => (
            <>
              <ProblemList problems={verification.problems} />
              <Facts project={project} receipt={receipt} />
              <ReceiptOutput project={project} receipt={receipt} />
            </>
          )}
        </Loaded>
      )}
    </details>
  )
}

function Facts({ project, receipt }: { project: string; receipt: Receipt }) {
  const { ok, error, agent_id, surface, session_id, file_refs, issue_refs = [], inputs } = receipt
  return (
    <dl className="pairs">
      <dt>Result</dt>
      <dd className={ok ? 'row gap-6 tone-good' : 'row gap-6 tone-bad'}>
        {ok ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
        {ok ? 'Ran' : 'Failed'}
        {error && <code>{safeText(error.code)}</code>}
      </dd>
      <dt>By</dt>
      <dd>
        {agent_id === null ? 'a direct call' : safeText(agent_id)} ({surface}), {timeWords(receipt.timestamp)},{' '}
        {formatNumber(receipt.duration_ms)} ms
      </dd>
      <dt>Session</dt>
      <dd>
        <Link
          to="/p/$project/room/receipts"
          params={{ project }}
          search={{ session: session_id, receipt: receipt.receipt_id }}
          className="underlined text-xs mono tone-accent break-anywhere"
        >
          {safeText(session_id)}
        </Link>{' '}
        no. {formatNumber(receipt.seq)}
      </dd>
      <dt>Inputs</dt>
      <dd>
        <pre className="m-0 mono-face text-xs pre-wrap break-anywhere">{safeText(JSON.stringify(inputs, null, 2))}</pre>
      </dd>
      <dt>Read</dt>
      <dd>
        {file_refs.length === 0 && 'no file'}
        <ul>
          {file_refs.map((ref, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes, and may name lines twice
            <li key={at}>
              <FileLink project={project} path={ref.path} from={ref.start_line} to={ref.end_line} />
            </li>
          ))}
        </ul>
      </dd>
      {issue_refs.length > 0 && (
        <>
          <dt>Issues</dt>
          <dd>{issue_refs.map(issue => `#${issue}`).join(', ')}</dd>
        </>
      )}
      <dt>Signed</dt>
      <dd>
        {receipt.signature_alg} with key <code>{safeText(receipt.key_id)}</code>
        <code className="as-block soft text-2xs break-anywhere">{safeText(receipt.signature)}</code>
        <span className="soft text-xs">after</span>
        <code className="as-block soft text-2xs break-anywhere">{safeText(receipt.prev)}</code>
      </dd>
      <dt>Output</dt>
      <dd>
        {formatSize(receipt.outputs.full_size)}, {formatCount(file_refs.length, 'place')} read
        <code className="as-block soft text-2xs break-anywhere">{safeText(receipt.outputs.sha256)}</code>
      </dd>
    </dl>
  )
}

/** A tool's output: a long one starts cut, and is shown whole after its hash was checked. */
function ReceiptOutput({ project, receipt }: { project: string; receipt: Receipt }) {
  const [whole, setWhole] = useState(false)
  const full = useQuery({
    ...roomQuery(project, 'room_output_show', { receiptId: receipt.receipt_id }),
    enabled: whole,
    gcTime: 20_000,
  })
  const { outputs } = receipt
  const kept = outputs.truncated ? outputs.excerpt : outputs.text
  return (
    <div className="stack gap-8">
      <LongText label={full.data ? 'Full output' : 'Output'} text={full.data?.text ?? kept} />
      {outputs.truncated && !full.data && (
        <p className="row wrap gap-8 text-xs">
          <span className="muted">The beginning of {formatSize(outputs.full_size)}.</span>
          <Button small disabled={full.isFetching} onClick={() => setWhole(true)}>
            Show the full output
          </Button>
        </p>
      )}
      {full.error && <FaultView error={full.error} onRetry={() => void full.refetch()} />}
    </div>
  )
}
