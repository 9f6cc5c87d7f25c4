import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { type DayView, openItems } from '../../state/diary/day-view.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Citations } from './citations.tsx'
import { ItemMark } from './marks.tsx'

/** Work left failing, blocked or interrupted. It comes first, and no filter hides it. */
export function OpenItems({ view, projectKey }: { view: DayView; projectKey?: string }) {
  const items = openItems(view).filter(
    ({ found }) => projectKey === undefined || found?.project.project_key === projectKey,
  )
  if (items.length === 0) return null
  return (
    <section className="open-box" aria-labelledby="open-items">
      <h2 id="open-items">
        <CircleAlert aria-hidden="true" /> Still open <span className="block-count tabular">{items.length}</span>
      </h2>
      <ul>
        {items.map(({ text, citations, found }) => (
          <li key={`${text} ${citations.map(({ turn_ref }) => turn_ref).join()} ${found?.item.work_item_ref}`}>
            {found ? (
              <Link
                to="."
                search={before => ({
                  ...before,
                  item: `${found.project.project_key}/${found.item.work_item_ref}`,
                })}
                resetScroll={false}
                className="open-link"
                data-row
                onKeyDown={moveWithArrows}
              >
                {plainLine(found.item.title)}
              </Link>
            ) : null}
            {found && <ItemMark item={found.item} />}
            <span className="open-text">{plainLine(text)}</span>
            <Citations
              date={view.report.report_date}
              citations={citations}
              {...(projectKey === undefined && { labels: view.labels })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
