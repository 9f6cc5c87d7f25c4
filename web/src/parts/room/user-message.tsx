import type { ReactNode } from 'react'
import { safeText } from '../transcript/safe-text.ts'

/** A person's question, as typed. */
export function UserMessage({ text, at }: { text: string; at?: ReactNode }) {
  return (
    <article className="message asked" aria-label="You ask">
      <div className="message-body">
        <p className="message-text">{safeText(text)}</p>
        {at && <p className="message-head">{at}</p>}
      </div>
    </article>
  )
}
