import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { type DayItem, type DayView, turnId } from '../../state/diary/day-view.ts'
import { clockOf } from '../../state/diary/turn-words.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { pluralize } from '../../state/words.ts'
import { ConfidenceMark, ItemMark } from './marks.tsx'

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
          Show {rest > 50 ? `50 of ${pluralize(rest, 'more item')}` : pluralize(rest, 'more item')}
        </button>
      )}
    </>
  )
}

/** A work item in a list; it opens in the drawer beside the list. */
function ItemRow({ view, projectKey, item }: { view: DayView; projectKey: string; item: DayItem }) {
  const { title, outcomes, covered_turns, confidence, work_item_ref, kind } = item
  const times = covered_turns.flatMap(turn => view.turns.get(turnId(projectKey, turn)) ?? [])
  const begun = times.map(({ start }) => start).sort((one, other) => Date.parse(one) - Date.parse(other))[0]
  const [outcome] = outcomes
  return (
    <li>
      <Link
        to="."
        search={before => ({ ...before, item: `${projectKey}/${work_item_ref}` })}
        resetScroll={false}
        className={`item-row ${kind}`}
        data-row
        onKeyDown={moveWithArrows}
      >
        <ItemMark item={item} />
        <span className="item-title">{plainLine(title)}</span>
        <span className="item-facts">
          {kind === 'material_work_item' && <ConfidenceMark confidence={confidence} />}
          <span className="fact">{pluralize(covered_turns.length, 'turn')}</span>
          <span className="item-time tabular">{begun ? clockOf(begun) : ''}</span>
        </span>
        {outcome && <span className="item-outcome">{plainLine(outcome.summary)}</span>}
      </Link>
    </li>
  )
}
