import './skeleton.css'
/** Grey lines shown while data loads. */
export function Skeleton({ lines = 4, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton stack gap-12 py-8" role="status" aria-label={`Loading ${label}`}>
      {widths.slice(0, lines).map(width => (
        <span key={width} className="bone rounded-s bg-press" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

const widths = [92, 74, 86, 58, 80, 66, 90, 48]
