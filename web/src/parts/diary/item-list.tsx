import { useState } from 'react'
import type { DayItem, DayView } from '../../state/diary/day-view.ts'
import { counted } from '../../state/words.ts'
import { ItemRow } from './item-row.tsx'

interface Props {
  view: DayView
  projectKey: string
  items: readonly DayItem[]
  /** The page size of a long list. */
  page: number
}

/** Work items, a page at a time, so that a day with hundreds opens as quickly as a quiet one. */
export function ItemList({ view, projectKey, items, page }: Props) {
  const [most, setMost] = useState(page)
  const rest = items.length - most
  return (
    <>
      <ul className="rows item-rows">
        {items.slice(0, most).map(item => (
          <ItemRow key={item.work_item_ref} view={view} projectKey={projectKey} item={item} />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="button small more-items" onClick={() => setMost(most + 50)}>
          Show {rest > 50 ? `50 of ${counted(rest, 'more item')}` : counted(rest, 'more item')}
        </button>
      )}
    </>
  )
}
