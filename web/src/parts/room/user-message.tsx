import './talk.css'
import type { ReactNode } from 'react'
import { safeText } from '../transcript/safe-text.ts'

/** A person's question, as typed. */
export function UserMessage({ text, at }: { text: string; at?: ReactNode }) {
  return (
    <article className="message asked stack cols-auto-1 gap-12 py-12" aria-label="You ask">
      <div className="message-body stack gap-8 min-w-0 justify-items-start">
        <p className="message-text">{safeText(text)}</p>
        {at && <p className="flex wrap items-baseline gap-y-2 gap-x-8 muted text-xs">{at}</p>}
      </div>
    </article>
  )
}
