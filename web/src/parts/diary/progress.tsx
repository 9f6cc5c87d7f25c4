/** A progress bar; indeterminate without numbers. */
export function Progress({ label, done, total }: { label: string; done?: number; total?: number }) {
  const known = done !== undefined && total !== undefined && total > 0
  const share = known ? Math.min(100, Math.round((done / total) * 100)) : undefined
  return (
    <div className="progress">
      <p className="progress-head">
        <span>{label}</span>
        {known && (
          <span className="tabular">
            {done.toLocaleString('en')} of {total.toLocaleString('en')}
          </span>
        )}
      </p>
      <div
        className="progress-track"
        role="progressbar"
        aria-label={label}
        {...(share !== undefined && { 'aria-valuenow': share, 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      >
        <span
          className={known ? 'progress-fill' : 'progress-fill going'}
          style={known ? { width: `${share}%` } : undefined}
        />
      </div>
    </div>
  )
}
