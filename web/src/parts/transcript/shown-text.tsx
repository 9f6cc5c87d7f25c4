import './transcript.css'
import { pluralize } from '../../state/words.ts'
import { piecesOf, safeText } from './safe-text.ts'

interface Props {
  text: string
  /** The search query in the session. */
  words: string
  mono?: boolean
  open: boolean
  onOpen: () => void
}

/** Text of a transcript, as plain text: its beginning first, the rest on demand. */
export function ShownText({ text, words, mono = false, open, onOpen }: Props) {
  const limit = open ? maxOpenLength : maxClosedLength
  const shown = text.length > limit ? text.slice(0, limit) : text
  return (
    <>
      <div
        className={mono ? 'shown-text mono break-anywhere pre-wrap' : 'shown-text break-anywhere pre-wrap'}
        dir="auto"
      >
        {piecesOf(safeText(shown), words).map((piece, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
        )}
      </div>
      {text.length > limit && !open && (
        <button type="button" className="underlined py-2 tone-accent text-xs" tabIndex={-1} onClick={onOpen}>
          Show {pluralize(text.length - limit, 'more character')}
        </button>
      )}
      {text.length > limit && open && (
        <p className="muted text-xs">
          {pluralize(text.length - limit, 'more character')} than a screen can hold. Read them with{' '}
          <code>daybook diary read</code>.
        </p>
      )}
    </>
  )
}

const maxClosedLength = 2000
const maxOpenLength = 400_000
