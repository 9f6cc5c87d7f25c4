import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import type { RecordRef } from '../../../src/records/schema.ts'
import { searchQuery } from '../state/record-queries.ts'
import { StateMark, SupersededMark } from './state-mark.tsx'

interface Props {
  project: string
  control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
  value: string
  onChange: (id: string) => void
  /** Records that cannot be chosen here. */
  except?: string[]
  placeholder?: string
}

/** An input for a record id that searches records: an ARIA combobox. */
export function RecordPicker({ project, control, value, onChange, except = [], placeholder }: Props) {
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const query = useDeferredValue(value.trim())
  const found = useQuery({ ...searchQuery(project, { query, limit: 8 }), enabled: open && query !== '' })
  const hits = query === '' ? [] : (found.data?.results ?? []).filter(hit => !except.includes(hit.id))
  const listId = `${control.id}-list`
  const shown = open && hits.length > 0

  function choose(hit: RecordRef | undefined) {
    if (hit) onChange(hit.id)
    setOpen(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && shown) setOpen(false)
    else if (event.key === 'Enter' && shown) choose(hits[at])
    else if (event.key === 'ArrowDown' && hits.length > 0) setAt(open ? (at + 1) % hits.length : 0)
    else if (event.key === 'ArrowUp' && hits.length > 0) setAt((at + hits.length - 1) % hits.length)
    else return
    if (event.key.startsWith('Arrow')) setOpen(true)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="picker">
      <input
        {...control}
        className="input"
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown ? `${listId}-${at}` : undefined}
        autoComplete="off"
        placeholder={placeholder ?? 'R007 or words from its title'}
        value={value}
        onChange={event => {
          onChange(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div id={listId} role="listbox" aria-label="Records found" className="picker-list" hidden={!shown}>
        {hits.map((hit, index) => (
          <div
            key={hit.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="menu-item"
            // Before blur, which would close the list.
            onMouseDown={event => {
              event.preventDefault()
              choose(hit)
            }}
          >
            <StateMark state={hit.state} wordless />
            <span className="mono muted">{hit.id}</span>
            <span className="truncate">{hit.title}</span>
            <SupersededMark by={hit.superseded_by} />
          </div>
        ))}
      </div>
    </div>
  )
}
