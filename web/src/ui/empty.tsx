import './empty.css'
import type { ReactNode } from 'react'

/** An empty state: why it is empty, and the next step. */
export function Empty({ title, children, step }: { title: string; children?: ReactNode; step?: ReactNode }) {
  return (
    <div className="empty stack gap-6 text-center">
      <svg viewBox="0 0 64 48" aria-hidden="true">
        <rect x="14" y="5" width="36" height="38" rx="5" />
        <path d="M22 15h14M22 23h20M22 31h11" />
      </svg>
      <p className="text-l weight-600">{title}</p>
      {children && <p className="empty-text soft pretty">{children}</p>}
      {step && <div className="mt-8">{step}</div>}
    </div>
  )
}
