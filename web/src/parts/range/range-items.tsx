import '../diary/diary.css'
import { Link } from '@tanstack/react-router'
import { CircleAlert, type LucideIcon, MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { dayLabel, projectSwatch } from '../../../../src/diary/report/charts/range.ts'
import type { RangeProject, RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { openText, waitingWords } from '../../../../src/diary/report/text/item-parts.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { CodeText } from '../../ui/code-text.tsx'
import { Section } from '../../ui/section.tsx'
import { Citations } from '../diary/citations.tsx'
import { ConfidenceMark, ItemMark } from '../diary/marks.tsx'

interface Props {
  report: RangeReport
  projects: readonly RangeProject[]
}

const perDay = 8

/** The work items, newest day first. An item is listed under each of its days; days are never merged into one claim. */
export function ItemsByDay({ report, projects }: Props) {
  const days = [...report.days].reverse().flatMap(({ date, turns }) => {
    const items = projects.flatMap(project =>
      project.work_items.filter(item => item.date === date).map(item => ({ project, item })),
    )
    return items.length > 0 ? [{ date, turns, items }] : []
  })
  return (
    <Section title="Work by day">
      {days.length === 0 && <p className="block-none">No work items in these days and projects.</p>}
      {days.map(({ date, turns, items }) => (
        <DayItems key={date} report={report} date={date} turns={turns} items={items} />
      ))}
    </Section>
  )
}

interface DayProps {
  report: RangeReport
  date: string
  turns: number
  items: ReadonlyArray<{ project: RangeProject; item: RangeProject['work_items'][number] }>
}

function DayItems({ report, date, turns, items }: DayProps) {
  const [all, setAll] = useState(false)
  const shown = all ? items : items.slice(0, perDay)
  return (
    <section className="mt-12" aria-labelledby={`day-${date}`}>
      <h3 className="flex items-baseline gap-10 text-s" id={`day-${date}`}>
        <Link to="/diary/$date" params={{ date }} className="text-link">
          {dayLabel(date)}
        </Link>
        <span className="muted text-xs weight-400">
          {formatCount(items.length, 'item')} · {formatCount(turns, 'turn')}
        </span>
      </h3>
      <ul className="rows">
        {shown.map(({ project, item }) => (
          <li
            key={`${project.project_key} ${item.work_item_ref}`}
            className="range-item stack cols-auto-1-auto items-baseline gap-y-2 gap-x-10 py-6"
          >
            <span
              className={`project-swatch inline-block fixed-size ${projectSwatch(report, project.project_key)}`}
              aria-hidden="true"
            />
            <Link
              to="/diary/$date"
              params={{ date }}
              search={{ item: `${project.project_key}/${item.work_item_ref}` }}
              className="range-item-title break-anywhere weight-500"
              data-row
            >
              <CodeText text={plainLine(item.title)} />
              {toldOf(item) && (
                <span className="as-block muted text-s weight-400">
                  <CodeText text={plainLine(toldOf(item))} />
                </span>
              )}
            </Link>
            <span className="range-item-facts stack items-center gap-12 muted text-xs">
              <span>{plainLine(project.project_label)}</span>
              <ItemMark item={{ ...item, kind: 'material_work_item' }} />
              <ConfidenceMark confidence={item.confidence} />
            </span>
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <Button small kind="quiet" onClick={() => setAll(true)}>
          Show {formatCount(items.length - shown.length, 'more item')}
        </Button>
      )}
    </section>
  )
}

/** What came of it and how it was checked; reports of earlier versions say it in one sentence. */
function toldOf({ result, checked, sentence }: RangeProject['work_items'][number]): string {
  const told = [result, checked].filter(Boolean).join(' · ')
  return told || (sentence ?? '')
}

/** What was left open, as of the last day it appeared: questions to the person first. */
export function OpenItems({ report, projects }: Props) {
  const keys = new Set(projects.map(({ project_key }) => project_key))
  const open = report.open_items.filter(({ project_key }) => keys.has(project_key))
  const labels = new Map(report.projects.map(({ project_key, project_label }) => [project_key, project_label]))
  return (
    <>
      <OpenBox
        id="range-waiting"
        className="question-box"
        icon={MessageCircleQuestion}
        heading={waitingWords}
        items={open.filter(({ is_question }) => is_question)}
        labels={labels}
      />
      <OpenBox
        id="range-open"
        icon={CircleAlert}
        heading="Still open"
        items={open.filter(({ is_question }) => !is_question)}
        labels={labels}
      />
    </>
  )
}

interface OpenBoxProps {
  id: string
  className?: string
  icon: LucideIcon
  heading: string
  items: RangeReport['open_items']
  labels: ReadonlyMap<string, string>
}

function OpenBox({ id, className = '', icon: Icon, heading, items, labels }: OpenBoxProps) {
  if (items.length === 0) return null
  return (
    <section className={`open-box mt-16 ${className}`} aria-labelledby={id}>
      <h2 className="row gap-8 text-m" id={id}>
        <Icon aria-hidden="true" /> {heading} <span className="block-count tabular weight-400">{items.length}</span>
      </h2>
      <ul className="divided">
        {items.map(({ date, project_key, title, text, citations }) => (
          <li
            className="flex wrap items-baseline gap-y-4 gap-x-10 py-8 text-s"
            key={`${date} ${project_key} ${title} ${text}`}
          >
            <Link
              to="/diary/$date"
              params={{ date }}
              className="open-link underlined weight-550 break-anywhere"
              data-row
            >
              {plainLine(title ?? labels.get(project_key) ?? project_key)}
            </Link>
            <span className="soft break-anywhere">
              {dayLabel(date)}: <CodeText text={plainLine(openText(text))} />
            </span>
            <Citations date={date} citations={citations} />
          </li>
        ))}
      </ul>
    </section>
  )
}
