import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, ShieldCheck } from 'lucide-react'
import { call } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'

type Row = Output<'home_verify'>['rows'][number]

const marks = {
  ok: { Icon: CircleCheck, tone: 'tone-good', label: 'holds' },
  none: { Icon: CircleDashed, tone: 'muted', label: 'nothing to verify' },
  fail: { Icon: CircleAlert, tone: 'tone-bad', label: 'does not hold' },
} satisfies { [status in Row['status']]: object }

/** What `daybook verify` does, with a button. */
export function VerifyHome() {
  const verify = useMutation({ mutationFn: () => call('home_verify', {}) })
  const { data, error, isPending } = verify
  return (
    <>
      <p className="muted">
        Read everything again and compare it with what was written: records, turns, sentences, cited lines, receipts,
        archive. Nothing is changed or sent.
      </p>
      <p>
        <Button icon={ShieldCheck} disabled={isPending} onClick={() => verify.mutate()}>
          {isPending ? 'Verifying …' : data ? 'Verify again' : 'Verify everything'}
        </Button>
      </p>
      <div aria-live="polite">
        {data && <strong>{data.ok ? 'Everything holds.' : 'Something does not hold.'}</strong>}
        {data && <Rows rows={data.rows} />}
        {error && <FaultView error={error} onRetry={() => verify.mutate()} />}
      </div>
    </>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="rows">
      {rows.map(({ check, status, found, todo }) => {
        const { Icon, tone, label } = marks[status]
        return (
          <li key={check} className="row wrap gap-12 py-10" data-state={status}>
            <Icon role="img" aria-label={label} className={tone} />
            <span className="row-text stack grow min-w-0 gap-2">
              <strong>{check}</strong>
              <span className="muted">{found}</span>
              {todo && <span className="break-anywhere">{todo}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
