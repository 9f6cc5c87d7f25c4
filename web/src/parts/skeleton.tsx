/** Grey lines shown while data loads. */
export function Skeleton({ lines = 4, label }: { lines?: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={`Loading ${label}`}>
      {widths.slice(0, lines).map(width => (
        <span key={width} className="bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

const widths = [92, 74, 86, 58, 80, 66, 90, 48]
