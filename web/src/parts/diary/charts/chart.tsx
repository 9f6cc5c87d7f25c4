import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { useWidth } from '../../../state/diary/use-width.ts'

/** The item the pointer is on, or the arrow keys have moved to. */
export interface Pointed {
  /** Where in the drawing its note is placed. */
  x: number
  y: number
  title: string
  lines: readonly string[]
}

interface Props {
  title: string
  /** The chart in a sentence or two. */
  summary: ReactNode
  legend?: ReactNode
  head: readonly string[]
  /** Called only when the table is opened. */
  rows: () => ReadonlyArray<readonly ReactNode[]>
  /** The number of items in the drawing, and the note on each. */
  count: number
  at: (index: number, width: number) => Pointed
  /** The item at a point of the drawing. */
  hit: (x: number, y: number, width: number) => number | undefined
  children: (drawing: { width: number; active: number | undefined }) => ReactNode
}

/** An accessible chart: a title, a sentence, a drawing for pointer and arrow keys, and its numbers as a table. */
export function Chart({ title, summary, legend, head, rows, count, at, hit, children }: Props) {
  const id = useId()
  const [box, width] = useWidth()
  const [active, setActive] = useState<number>()
  const pointed = active !== undefined && active < count ? at(active, width) : undefined

  function move(event: PointerEvent<HTMLDivElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setActive(hit(event.clientX - left, event.clientY - top, width))
  }

  return (
    <figure className="chart min-w-0 border rounded-l bg-surface" aria-labelledby={`${id}-title`}>
      <figcaption>
        <h3 className="text-m" id={`${id}-title`}>
          {title}
        </h3>
        <p className="mt-2 soft text-s break-anywhere pretty" id={`${id}-text`}>
          {summary}
        </p>
      </figcaption>
      {legend}
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing for the arrow keys, not a set of fields */}
      <div
        ref={box}
        className="chart-ground relative mt-12"
        role="group"
        aria-roledescription="chart"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move in it
        tabIndex={0}
        onKeyDown={event => setActive(moveActive(event, active, count))}
        onPointerMove={move}
        onPointerLeave={() => setActive(undefined)}
        onBlur={() => setActive(undefined)}
      >
        {children({ width, active })}
        {pointed && <ChartTip {...pointed} width={width} />}
        <p className="hidden-text" aria-live="polite">
          {pointed && [pointed.title, ...pointed.lines].join(', ')}
        </p>
      </div>
      <DataTable title={title} head={head} rows={rows} />
    </figure>
  )
}

/** The item an arrow key leads to: no wrapping at the ends, and Escape deselects. */
export function moveActive(event: KeyboardEvent, active: number | undefined, count: number): number | undefined {
  if (event.key === 'Escape' && active !== undefined) {
    event.stopPropagation()
    return undefined
  }
  const to = stepOf(event.key, active, count)
  if (to === undefined) return active
  event.preventDefault()
  return Math.min(Math.max(to, 0), count - 1)
}

function stepOf(key: string, active: number | undefined, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowDown' || key === 'ArrowRight') return (active ?? -1) + 1
  if (key === 'ArrowUp' || key === 'ArrowLeft') return (active ?? 1) - 1
  return undefined
}

export function ChartTip({ x, y, title, lines, width }: Pointed & { width: number }) {
  const from = Math.min(Math.max(x, 90), Math.max(90, width - 90))
  return (
    <div className="chart-tip stack gap-2 rounded-m text-xs" style={{ left: from, top: y }} aria-hidden="true">
      <strong className="weight-600">{title}</strong>
      {lines.map(line => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

export function DataTable({ title, head, rows }: Pick<Props, 'title' | 'head' | 'rows'>) {
  const [open, setOpen] = useState(false)
  return (
    <details className="chart-data mt-6 text-xs" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="py-4 muted pointer">{`${title} as a table`}</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className="table-box" aria-label={`${title} as a table`} tabIndex={0}>
          <table className="tabular">
            <thead>
              <tr>
                {head.map(name => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([first, ...others], row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are made anew as a whole and hold no state
                <tr key={row}>
                  <th scope="row">{first}</th>
                  {others.map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <td key={column}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** Swatches with their names; hidden from screen readers, which get the sentence and the table. */
export function Legend({ entries }: { entries: ReadonlyArray<readonly [swatch: string, name: string]> }) {
  return (
    <ul className="flex wrap gap-y-4 gap-x-12 mt-8 soft text-xs" aria-hidden="true">
      {entries.map(([swatch, name]) => (
        <li className="row gap-6" key={swatch}>
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
            <rect className={swatch} x="1" y="1" width="12" height="12" rx="3" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
