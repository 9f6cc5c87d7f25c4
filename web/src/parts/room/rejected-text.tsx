import { useId, useState } from 'react'
import { safeText } from '../transcript/safe-text.ts'

/** A reply that did not pass the check, as plain text marked as such. */
export function RejectedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide rejected text' : 'Show rejected text'}
      </button>
      <div id={id} hidden={!open} className="rejected-text">
        <p>Not accepted. Nothing in it is proven, and no agent sees it.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
        <section tabIndex={0} aria-label="Rejected text">
          {safeText(text)}
        </section>
      </div>
    </>
  )
}
