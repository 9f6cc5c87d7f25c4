import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'

interface Props {
  project: string
  label: string
  /** An example of what can be looked for. */
  hint?: string
  /** The key that leads to a search from anywhere. */
  keys?: string
  onGo?: (() => void) | undefined
}

/** Words to look for in everything; the answer is a page of its own. */
export function SearchBox({ project, label, hint = label, keys, onGo }: Props) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  return (
    <search aria-label={label}>
      <form
        className="search-field"
        onSubmit={event => {
          event.preventDefault()
          void navigate({ to: '/p/$project/search', params: { project }, search: { q: words } })
          setWords('')
          onGo?.()
        }}
      >
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label={label}
          placeholder={hint}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        {keys && (
          <span aria-hidden="true">
            <kbd>{keys}</kbd>
          </span>
        )}
      </form>
    </search>
  )
}
