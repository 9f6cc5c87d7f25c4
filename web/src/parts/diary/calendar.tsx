import './diary.css'
import '../records.css'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '../../../../src/diary/dates/calendar.ts'
import { longDate } from '../../../../src/diary/report/text/names.ts'
import { addMonths, intensity, monthWords, weeksOf } from '../../state/diary/calendar.ts'
import type { DayRow } from '../../state/diary/queries.ts'
import { pluralize } from '../../state/words.ts'

interface Props {
  /** The last one shown, `YYYY-MM`. */
  month: string
  today: string
  days: readonly DayRow[]
}

export const monthsShown = 3
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Three months; the more material work items a day has, the darker its cell. */
export function Calendar({ month, today, days }: Props) {
  const byDate = new Map(days.map(day => [day.date, day]))
  const months = Array.from({ length: monthsShown }, (_, index) => addMonths(month, index + 1 - monthsShown))
  const current = today.slice(0, 7)
  const next = addMonths(month, 1)
  return (
    <section className="pt-16 px-20 pb-12 relative border rounded-l bg-surface" aria-label="Calendar">
      <div className="corner flex gap-2">
        <Link
          to="/diary"
          search={{ month: addMonths(month, -1) }}
          resetScroll={false}
          className="icon-button"
          aria-label="Earlier months"
        >
          <ChevronLeft aria-hidden="true" />
        </Link>
        {month < current ? (
          <Link
            to="/diary"
            search={{ month: next }}
            resetScroll={false}
            className="icon-button"
            aria-label="Later months"
          >
            <ChevronRight aria-hidden="true" />
          </Link>
        ) : (
          <span className="icon-button spent" aria-hidden="true">
            <ChevronRight />
          </span>
        )}
      </div>
      <div className="calendar-months stack items-start gap-32">
        {months.map(shown => (
          <table key={shown} className="month full">
            <caption className="text-s weight-600 text-left">{monthWords(shown)}</caption>
            <thead>
              <tr>
                {weekdays.map(name => (
                  <th className="pb-2 muted text-2xs weight-500" key={name} scope="col" abbr={name}>
                    {name.slice(0, 2)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(shown).map(week => (
                <tr key={week.find(day => day !== null)}>
                  {week.map((date, index) => (
                    <td className="p-0" key={weekdays[index]}>
                      {date !== null && <Cell date={date} day={byDate.get(date)} today={today} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p className="calendar-legend row gap-6 mt-12 muted text-2xs" aria-hidden="true">
        Work items: few
        {[0, 1, 2, 3, 4].map(level => (
          <span key={level} className={`day-cell level-${level}`} />
        ))}
        many <span className="day-cell has-gaps level-1" /> turns without evidence
      </p>
    </section>
  )
}

function Cell({ date, day, today }: { date: string; day: DayRow | undefined; today: string }) {
  const number = Number(date.slice(8))
  // In the diary's time zone it may be tomorrow already, so one day ahead is a link too.
  if (date > addDays(today, 1) || (date > today && !day)) return <span className="day-cell future">{number}</span>
  const level = day ? intensity(day.report?.material_items ?? 0) : undefined
  const classes = [
    'day-cell',
    day ? `level-${level}` : 'unprepared',
    day && gapsOf(day) > 0 && 'has-gaps',
    day && !day.report && 'no-report',
    date === today && 'today',
  ]
  return (
    <Link
      to="/diary/$date"
      params={{ date }}
      className={classes.filter(Boolean).join(' ')}
      aria-label={`${longDate(date)}${date === today ? ', today' : ''}: ${dayWords(day)}`}
      title={`${longDate(date)}: ${dayWords(day)}`}
    >
      {number}
    </Link>
  )
}

export function gapsOf({ report, turns, chains }: DayRow): number {
  return report ? report.gaps : turns - chains
}

function dayWords(day: DayRow | undefined): string {
  if (!day) return 'not prepared'
  const gaps = gapsOf(day)
  const parts = [
    day.report ? pluralize(day.report.material_items, 'work item') : `${pluralize(day.turns, 'turn')}, no report yet`,
    gaps > 0 && `${pluralize(gaps, 'turn')} without evidence`,
  ]
  return parts.filter(Boolean).join(', ')
}
