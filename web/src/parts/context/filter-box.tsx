import { Search } from 'lucide-react'
import { moveInRows } from '../../state/rows.ts'

/** Filters the list below it; the arrow down moves there. */
export function FilterBox({
  what,
  words,
  onChange,
}: {
  what: string
  words: string
  onChange: (words: string) => void
}) {
  return (
    <div className="search-field filter-box">
      <Search aria-hidden="true" />
      <input
        type="search"
        data-filter
        aria-label={`Filter ${what}`}
        placeholder={`Filter ${what}`}
        value={words}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onChange('')
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          moveInRows(1)
        }}
      />
      <span aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </div>
  )
}
