import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'

/** The link to search on every screen. */
export function SearchBox({ project, onGo }: { project: string; onGo?: (() => void) | undefined }) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  return (
    <search>
      <form
        className="search-box"
        onSubmit={event => {
          event.preventDefault()
          void navigate({ to: '/p/$project/records/search', params: { project }, search: { q: words } })
          setWords('')
          onGo?.()
        }}
      >
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label="Search records"
          placeholder="Search records"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </form>
    </search>
  )
}
