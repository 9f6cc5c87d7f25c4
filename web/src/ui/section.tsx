import './section.css'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** A number or a short fact beside the title. */
  count?: ReactNode
  /** A link or button at the end of the heading. */
  more?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a screen with a heading. */
export function Section({ title, count, more, className, children }: Props) {
  const id = useId()
  return (
    <section className={className ? `block ${className}` : 'block'} aria-labelledby={id}>
      <header className="flex wrap items-baseline gap-y-4 gap-x-8 mb-6 pb-8 border-bottom">
        <h2 className="text-m" id={id}>
          {title}
        </h2>
        {count !== undefined && <span className="block-count tabular">{count}</span>}
        {more}
      </header>
      {children}
    </section>
  )
}
