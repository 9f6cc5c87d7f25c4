import { Link } from '@tanstack/react-router'
import { costAmount } from '../../../../src/diary/report/text/costs.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { today } from '../../state/diary/calendar.ts'
import type { DayRow as Day } from '../../state/diary/queries.ts'
import { unreadWords } from '../../state/home-words.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { gapsOf } from './calendar.tsx'

/** One day in the list: date, topics, progress and cost. */
export function DayRow({ day }: { day: Day }) {
  const { date, day_status, turns, projects, report } = day
  const gaps = gapsOf(day)
  return (
    <li>
      <Link to="/diary/$date" params={{ date }} className="list-row lead-column" data-row onKeyDown={moveWithArrows}>
        <DayDate date={date} />
        <span className="stack gap-4">
          <span className={`break-anywhere ${report ? 'weight-550' : 'muted'}`}>
            {turns === 0 ? 'No agent worked on this day' : report ? plainLine(report.title) : 'No report yet'}
          </span>
          <span className="row wrap gap-y-4 gap-x-12 muted text-xs">
            {day_status === 'partial' && <span className="tag">{date === today() ? 'so far' : 'incomplete'}</span>}
            {report && <span>{formatCount(report.material_items, 'work item')}</span>}
            <span>{formatCount(turns, 'turn')}</span>
            <span>{formatCount(projects, 'project')}</span>
            {report && report.open_items > 0 && <span className="tone-bad weight-550">{report.open_items} open</span>}
            {gaps > 0 && <span className="tone-warn weight-550">{formatCount(gaps, 'gap')}</span>}
          </span>
        </span>
        <span className="row-facts tabular ink">
          {report &&
            (report.cost_usd === null ? (
              <span className="muted">cost unknown</span>
            ) : (
              costAmount({
                total: report.cost_usd,
                at_least: report.cost_at_least,
                estimated: report.cost_estimated ? 1 : 0,
              })
            ))}
        </span>
      </Link>
    </li>
  )
}

/** A day that transcripts have turns of and that was not read yet; opening it reads it. */
export function UnreadDayRow({ date, turns }: { date: string; turns: number }) {
  return (
    <li>
      <Link to="/diary/$date" params={{ date }} className="list-row lead-column" data-row onKeyDown={moveWithArrows}>
        <DayDate date={date} />
        <span className="muted">{unreadWords(turns)}</span>
      </Link>
    </li>
  )
}

function DayDate({ date }: { date: string }) {
  return (
    <span className="flex gap-8 text-s">
      <strong className="fixed-size muted weight-500" style={{ minWidth: '2.2em' }}>
        {weekday(date)}
      </strong>
      <span className="tabular">{shortDay(date)}</span>
    </span>
  )
}

function weekday(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' })
}

/** The year is shown unless it is the current one. */
function shortDay(date: string): string {
  const year = date.slice(0, 4) === today().slice(0, 4) ? {} : { year: 'numeric' as const }
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...year,
    timeZone: 'UTC',
  })
}
