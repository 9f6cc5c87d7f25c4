import './transcript.css'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { piecesOf, safeText } from './safe-text.ts'

interface Props {
  text: string
  /** The search query in the session. */
  words: string
  mono?: boolean
  /** Written as Markdown; shown as it was written where the words that are looked for are in it. */
  prose?: boolean
  open: boolean
  onOpen: () => void
}

/** Text of a transcript: its beginning first, the rest on demand. */
export function ShownText({ text, words, mono = false, prose = false, open, onOpen }: Props) {
  const limit = open ? maxOpenLength : maxClosedLength
  const shown = text.length > limit ? text.slice(0, limit) : text
  const pieces = piecesOf(safeText(shown), words)
  const isRendered = prose && pieces.length === 1
  return (
    <>
      <div className={`shown-text break-anywhere ${mono ? 'mono' : ''} ${isRendered ? '' : 'pre-wrap'}`} dir="auto">
        {isRendered ? (
          <Markdown text={safeText(shown)} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          pieces.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
        )}
      </div>
      {text.length > limit && !open && (
        <button type="button" className="underlined py-2 tone-accent text-xs" tabIndex={-1} onClick={onOpen}>
          Show {formatCount(text.length - limit, 'more character')}
        </button>
      )}
      {text.length > limit && open && (
        <p className="muted text-xs">
          {formatCount(text.length - limit, 'more character')} than a screen can hold. Read them with{' '}
          <code>daybook diary read</code>.
        </p>
      )}
    </>
  )
}

const maxClosedLength = 2000
const maxOpenLength = 400_000
