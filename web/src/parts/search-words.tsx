import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { moveInRows } from '../state/rows.ts'

interface Props {
  label: string
  words: string
  onChange: (words: string) => void
}

/** The field of a search screen. It is ahead of the URL by the pause in typing. */
export function SearchWords({ label, words, onChange }: Props) {
  const [typed, setTyped] = useState(words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setTyped(words), [words])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(next: string) {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next), 150)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      moveInRows(1)
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      type('')
    }
  }

  return (
    <div className="search-field large">
      <Search aria-hidden="true" />
      <input
        id="search-words"
        type="search"
        aria-label={label}
        placeholder={label}
        // biome-ignore lint/a11y/noAutofocus: people open the search screen to type
        autoFocus
        value={typed}
        onChange={event => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
