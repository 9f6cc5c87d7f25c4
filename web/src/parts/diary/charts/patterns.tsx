/** Hatch patterns, so that nothing is shown by colour alone. Rendered once on a page that has charts. */
export function Patterns() {
  return (
    <svg className="chart-patterns" aria-hidden="true" focusable="false">
      <defs>
        {hatches.map(({ id, angle, gap, dots }) => (
          <pattern
            key={id}
            id={`hatch-${id}`}
            width={gap}
            height={gap}
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${angle})`}
          >
            <rect width={gap} height={gap} className={`ground-${id}`} />
            {dots ? (
              <circle cx={gap / 2} cy={gap / 2} r="1.3" className="hatch" />
            ) : (
              <rect width="2" height={gap} className={id === 'unknown' ? 'hatch-unknown' : 'hatch'} />
            )}
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

const hatches = [
  { id: 'blocked', angle: 45, gap: 7, dots: false },
  { id: 'interrupted', angle: 0, gap: 6, dots: false },
  { id: 'failed', angle: -45, gap: 7, dots: false },
  { id: 'question', angle: 0, gap: 6, dots: true },
  { id: 'other', angle: 90, gap: 6, dots: false },
  { id: 'removed', angle: 45, gap: 6, dots: false },
  { id: 'unknown', angle: 45, gap: 6, dots: false },
  { id: 'write', angle: 90, gap: 5, dots: false },
] as const
