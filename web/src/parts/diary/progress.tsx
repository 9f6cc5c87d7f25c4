import './diary.css'
import { formatNumber } from '../../../../src/kernel/numbers.ts'

interface Props {
  label: string
  done?: number
  total?: number
  /** What is counted says less than its share: bytes, or files. */
  asShare?: boolean
}

/** A progress bar; indeterminate without numbers. */
export function Progress({ label, done, total, asShare = false }: Props) {
  const known = done !== undefined && total !== undefined && total > 0
  const share = known ? Math.min(100, Math.round((done / total) * 100)) : undefined
  return (
    <div className="progress stack grow gap-6">
      <p className="flex justify-between gap-12 soft text-xs">
        <span>{label}</span>
        {known && (
          <span className="tabular">{asShare ? `${share} %` : `${formatNumber(done)} of ${formatNumber(total)}`}</span>
        )}
      </p>
      <div
        className="progress-track clipped bg-press"
        role="progressbar"
        aria-label={label}
        {...(share !== undefined && { 'aria-valuenow': share, 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      >
        <span
          className={known ? 'progress-fill as-block' : 'progress-fill going as-block'}
          style={known ? { width: `${share}%` } : undefined}
        />
      </div>
    </div>
  )
}
