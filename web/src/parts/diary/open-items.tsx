import './diary.css'
import { CircleAlert, MessageCircleQuestion } from 'lucide-react'
import { questionText, waitingWords } from '../../../../src/diary/report/text/item-parts.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { type DayView, openItems } from '../../state/diary/day-view.ts'
import { Citations } from './citations.tsx'
import { ItemLink } from './item-link.tsx'
import { ItemMark } from './marks.tsx'
import { Sentence } from './sentence.tsx'

interface Props {
  view: DayView
  projectKey?: string
}

/** Questions that wait for the person, then work left failing, blocked or interrupted. No filter hides it. */
export function OpenItems({ view, projectKey }: Props) {
  const items = openItems(view).filter(
    ({ found }) => projectKey === undefined || found?.project.project_key === projectKey,
  )
  const questions = items.filter(({ isQuestion }) => isQuestion)
  const others = items.filter(({ isQuestion }) => !isQuestion)
  const labels = projectKey === undefined ? { labels: view.labels } : {}
  return (
    <>
      {questions.length > 0 && (
        <section className="open-box question-box" aria-labelledby="waiting">
          <h2 className="row gap-8 text-m" id="waiting">
            <MessageCircleQuestion aria-hidden="true" /> {waitingWords}{' '}
            <span className="block-count tabular weight-400">{questions.length}</span>
          </h2>
          <OpenList view={view} items={questions} {...labels} />
        </section>
      )}
      {others.length > 0 && (
        <section className="open-box" aria-labelledby="open-items">
          <h2 className="row gap-8 text-m" id="open-items">
            <CircleAlert aria-hidden="true" /> Still open{' '}
            <span className="block-count tabular weight-400">{others.length}</span>
          </h2>
          <OpenList view={view} items={others} {...labels} />
        </section>
      )}
    </>
  )
}

interface ListProps {
  view: DayView
  items: ReturnType<typeof openItems>
  labels?: ReadonlyMap<string, string>
}

function OpenList({ view, items, labels }: ListProps) {
  return (
    <ul className="divided">
      {items.map(({ id, text, citations, found, isQuestion }) => (
        <li key={id} className="flex wrap items-baseline gap-y-4 gap-x-10 py-8 text-s">
          {found ? (
            <ItemLink
              item={`${found.project.project_key}/${found.item.work_item_ref}`}
              className="open-link underlined weight-550 break-anywhere"
            >
              {plainLine(found.item.title)}
            </ItemLink>
          ) : null}
          {found && !isQuestion && <ItemMark item={found.item} />}
          <span className="soft break-anywhere">
            <Sentence id={id} text={questionText(text)} />
          </span>
          <Citations date={view.report.report_date} citations={citations} {...(labels && { labels })} />
        </li>
      ))}
    </ul>
  )
}
