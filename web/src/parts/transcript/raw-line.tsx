import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sizeWords } from '../../state/words.ts'
import { FaultView } from '../fault-view.tsx'
import { largeLineQuery, type Place } from './fetched-lines.ts'
import { ShownText } from './shown-text.tsx'
import { largeRaw } from './windows.ts'

interface Props {
  place: Place
  line: number
  bytes: number
  /** Undefined while it loads. */
  raw: string | undefined
  words: string
  open: boolean
  onOpen: () => void
}

/** The line as it is in the file; a large one on demand only. */
export function RawLine({ place, line, bytes, raw, ...text }: Props) {
  if (bytes > largeRaw) return <LargeLine place={place} line={line} bytes={bytes} {...text} />
  if (raw === undefined) return <span className="bone" style={{ width: '64%' }} />
  return raw === '' ? <p className="line-summary">Empty line</p> : <ShownText text={raw} mono {...text} />
}

const mostAsked = 16 * 1024 * 1024

function LargeLine({ place, line, bytes, ...text }: Omit<Props, 'raw'>) {
  const [asked, setAsked] = useState(false)
  const large = useQuery({ ...largeLineQuery(place, line), enabled: asked })
  if (large.data !== undefined) return <ShownText text={large.data} mono {...text} />
  if (large.error) return <FaultView error={large.error} onRetry={() => large.refetch()} />
  if (bytes > mostAsked) {
    return (
      <p className="line-summary">
        {sizeWords(bytes)} on one line, too much for a screen. Read it with <code>daybook diary read</code>.
      </p>
    )
  }
  return (
    <button type="button" className="button small" disabled={asked} onClick={() => setAsked(true)}>
      {asked ? 'Loading…' : `Show this line of ${sizeWords(bytes)}`}
    </button>
  )
}
