import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useFrameProject } from '../../state/home.ts'

/** Words to look for in everything; the answer is a page of its own. */
export function HistorySearch() {
  const project = useFrameProject()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  return (
    <search aria-label="Ask your history">
      <form
        className="search-field"
        onSubmit={event => {
          event.preventDefault()
          void navigate({ to: '/p/$project/search', params: { project }, search: { q: words } })
        }}
      >
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label="Ask your history"
          placeholder="Words of what was asked, done or decided"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      </form>
    </search>
  )
}
