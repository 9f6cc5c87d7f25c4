import { safeText } from '../transcript/safe-text.ts'

/** Text from agents or files, in a scrolling box of its own. */
export function LongText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="code-block" aria-label={label} tabIndex={0}>
      <pre className="m-0">{safeText(text)}</pre>
    </section>
  )
}
