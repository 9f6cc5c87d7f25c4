import './transcript.css'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { SessionSearch } from './session-search.ts'

interface Props {
  search: SessionSearch
  total: number
  words: string
  /** The line the last step went to. */
  active: number
  onWords: (words: string) => void
  onStep: (step: 1 | -1) => void
  onLeave: () => void
}

/** Searches the whole session, not only the loaded lines. */
export function SearchField({ search, total, words, active, onWords, onStep, onLeave }: Props) {
  const [typed, setTyped] = useState(words)
  const sent = useRef(words)
  const send = useCallback(
    (next: string) => {
      sent.current = next
      onWords(next)
    },
    [onWords],
  )
  // A query from elsewhere, as with the browser's back button; the field's own arrives late and must not undo what was
  // typed since.
  useEffect(() => {
    if (words !== sent.current) setTyped(words)
    sent.current = words
  }, [words])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => send(typed), 250)
    return () => clearTimeout(timer)
  }, [typed, send])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (typed !== sent.current) send(typed)
      else onStep(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (typed === '') onLeave()
      setTyped('')
      send('')
    }
  }

  const { lines, state } = search
  return (
    <div className="search-field session-search">
      <Search aria-hidden="true" />
      <input
        id="session-search"
        type="search"
        aria-label="Search in this session"
        placeholder="Search in this session"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="session-search-count tabular px-6 text-xs nowrap">
        {countWords(search, total, active)}
      </span>
      {state !== 'off' && (
        <>
          <IconButton
            label="Previous hit"
            icon={ChevronUp}
            tip="Previous hit"
            keys="N"
            disabled={lines.length === 0}
            onClick={() => onStep(-1)}
          />
          <IconButton
            label="Next hit"
            icon={ChevronDown}
            tip="Next hit"
            keys="n"
            disabled={lines.length === 0}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </div>
  )
}

function countWords({ lines, state, searched, error }: SessionSearch, total: number, active: number): string {
  if (state === 'off') return ''
  if (error) return 'Search failed'
  const place = lines.indexOf(active)
  const found = `${formatNumber(lines.length)}${state === 'enough' ? '+' : ''}`
  if (state === 'searching') return `${found} · ${Math.floor((searched / Math.max(1, total)) * 100)} %`
  if (lines.length === 0) return 'Nothing found'
  return place >= 0 ? `${formatNumber(place + 1)} of ${found}` : `${formatCount(lines.length, 'line')}`
}
