import './badge.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { toneOf } from './tone.ts'

interface MarkProps {
  icon: LucideIcon
  /** A state that has a tone, or a tone itself. */
  tone: string
  className?: string
  children: ReactNode
}

/** A state as an icon and a word, in its colour. */
export function StatusMark({ icon: Icon, tone, className, children }: MarkProps) {
  return (
    <span className={['mark-line', tone, className].filter(Boolean).join(' ')}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  )
}

/** A short word on a tint of its state's colour. */
export function Badge({ state, children }: { state: string; children: ReactNode }) {
  return <span className={`badge ${toneOf(state)}`}>{children}</span>
}
