import './diary.css'
import { startTransition, useEffect, useState } from 'react'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { itemSentenceId } from '../../../../src/diary/report/text/sentences.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { type DayItem, type DayView, turnId } from '../../state/diary/day-view.ts'
import { clockOf } from '../../state/diary/turn-words.ts'
import { Button } from '../../ui/button.tsx'
import { Citations } from './citations.tsx'
import { ItemLink } from './item-link.tsx'
import { ItemOutcomes, ItemParts } from './item-parts.tsx'
import { ConfidenceMark, ItemMark } from './marks.tsx'
import { Sentence } from './sentence.tsx'

interface Props {
  view: DayView
  projectKey: string
  items: readonly DayItem[]
  /** The page size of a long list. */
  page: number
  /** As many fill a screen and are drawn at once, the others as soon as these can be used. */
  first?: number
}

/** Work items, a page at a time, so that a day with hundreds opens as quickly as a quiet one. */
export function ItemList({ view, projectKey, items, page, first = page }: Props) {
  const [most, setMost] = useState(page)
  const [isWhole, setWhole] = useState(false)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const rest = items.length - most
  const drawn = items.slice(0, isWhole ? most : Math.min(most, first))
  const missing = Math.min(items.length, most) - drawn.length
  return (
    <>
      <ul className="rows divided">
        {drawn.map(item => (
          <ItemRow key={item.work_item_ref} view={view} projectKey={projectKey} item={item} />
        ))}
      </ul>
      {/* About as high, for where the page was scrolled to. */}
      {missing > 0 && <div style={{ height: missing * 170 }} />}
      {rest > 0 && (
        <Button small className="mt-6" onClick={() => setMost(most + 50)}>
          Show {rest > 50 ? `50 of ${formatCount(rest, 'more item')}` : formatCount(rest, 'more item')}
        </Button>
      )}
    </>
  )
}

/** A work item in a list: its title opens it beside the list, and below it is what was asked and what came of it. */
function ItemRow({ view, projectKey, item }: { view: DayView; projectKey: string; item: DayItem }) {
  const { title, sentence, outcomes, covered_turns, confidence, work_item_ref, kind, parts } = item
  const { report_date: date } = view.report
  const times = covered_turns.flatMap(turn => view.turns.get(turnId(projectKey, turn)) ?? [])
  const begun = times.map(({ start }) => start).sort((one, other) => Date.parse(one) - Date.parse(other))[0]
  const [outcome] = outcomes
  const shown = (place: string, text: string) => (
    <Sentence id={itemSentenceId(projectKey, work_item_ref, place)} text={text} />
  )
  const cites = (citations: readonly Citation[]) => <Citations date={date} citations={citations} most={2} />
  return (
    <li className="whole">
      <ItemLink item={`${projectKey}/${work_item_ref}`} className={`list-row lead-column item-row ${kind}`}>
        <ItemMark item={item} />
        <span className="item-title break-anywhere weight-550">{shown('title', title)}</span>
        <span className="row-facts">
          {kind === 'material_work_item' && <ConfidenceMark confidence={confidence} />}
          <span className="fact tabular text-right">{formatCount(covered_turns.length, 'turn')}</span>
          <span className="tabular text-right">{begun ? clockOf(begun) : ''}</span>
        </span>
        {parts.length === 0 && sentence && (
          <span className="row-below muted text-s">{shown('sentence', sentence.text)}</span>
        )}
        {parts.length === 0 && !sentence && outcome && (
          <span className="row-below truncate muted text-s">{shown('outcome/0', outcome.summary)}</span>
        )}
      </ItemLink>
      {parts.length > 0 && (
        <div className="item-told stack gap-8">
          <ItemParts projectKey={projectKey} item={item} cites={cites} />
          <ItemOutcomes projectKey={projectKey} item={item} cites={cites} />
        </div>
      )}
    </li>
  )
}
