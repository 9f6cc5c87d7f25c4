import './diary.css'
import '../records.css'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { addDays } from '../../../../src/diary/dates/calendar.ts'
import { longDate } from '../../../../src/diary/report/text/names.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { addMonths, intensity, monthWords, weeksOf } from '../../state/diary/calendar.ts'
import type { DayRow, WorkedDay } from '../../state/diary/queries.ts'
import { unreadWords } from '../../state/home-words.ts'

interface Props {
  /** The last one shown, `YYYY-MM`. */
  month: string
  today: string
  days: readonly DayRow[]
  /** Days with turns that were not read yet. */
  unread: readonly WorkedDay[]
}

export const monthsShown = 3
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Three months; the more turns a day has, the darker its cell. */
export function Calendar({ month, today, days, unread }: Props) {
  const unreadTurns = new Map(unread.map(({ date, turns }) => [date, turns ?? 0]))
  const byDate = new Map(days.map(day => [day.date, day]))
  const months = Array.from({ length: monthsShown }, (_, index) => addMonths(month, index + 1 - monthsShown))
  const current = today.slice(0, 7)
  // One stop for the Tab key: today, or the last day that is shown; arrow keys move from there.
  const shown = months.flatMap(each => weeksOf(each).flat()).filter(date => date !== null && date <= today)
  const entry = shown.includes(today) ? today : shown.at(-1)
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
                      {date !== null && (
                        <Cell
                          date={date}
                          day={byDate.get(date)}
                          unread={unreadTurns.get(date)}
                          today={today}
                          isFirst={date === entry}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p className="calendar-legend row wrap gap-y-4 gap-x-12 mt-12 muted text-2xs nowrap" aria-hidden="true">
        <span className="inline-row gap-6">
          Turns: few
          {[0, 1, 2, 3, 4].map(level => (
            <span key={level} className={`day-cell level-${level}`} />
          ))}
          many
        </span>
        <span className="inline-row gap-6">
          <span className="day-cell unread" /> not read yet
        </span>
        <span className="inline-row gap-6">
          <span className="day-cell has-gaps level-1" /> turns without evidence
        </span>
      </p>
    </section>
  )
}

interface CellProps {
  date: string
  day: DayRow | undefined
  /** Its turns, where it was not read yet. */
  unread: number | undefined
  today: string
  /** The cell that the Tab key reaches. */
  isFirst: boolean
}

function Cell({ date, day, unread, today, isFirst }: CellProps) {
  const number = Number(date.slice(8))
  // In the diary's time zone it may be tomorrow already, so one day ahead is a link too.
  if (date > addDays(today, 1) || (date > today && !day)) return <span className="day-cell future">{number}</span>
  const level = day ? intensity(day.report ? day.turns : 0) : undefined
  const classes = [
    'day-cell',
    day && unread === undefined ? `level-${level}` : unread === undefined ? 'unprepared' : 'unread',
    day && gapsOf(day) > 0 && 'has-gaps',
    day && !day.report && unread === undefined && 'no-report',
    date === today && 'today',
  ]
  return (
    <Link
      to="/diary/$date"
      params={{ date }}
      data-date={date}
      tabIndex={isFirst ? 0 : -1}
      onKeyDown={moveByDays}
      className={classes.filter(Boolean).join(' ')}
      aria-label={`${longDate(date)}${date === today ? ', today' : ''}: ${dayWords(day, unread)}`}
      title={`${longDate(date)}: ${dayWords(day, unread)}`}
    >
      {number}
    </Link>
  )
}

const steps: { [key: string]: number } = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Arrow keys go to the day before or after, and a week up or down, past days that are no links. */
function moveByDays(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const from = event.currentTarget.dataset.date
  if (step === undefined || from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const cells = event.currentTarget.closest('.calendar-months')
  const next = cells?.querySelector<HTMLElement>(`[data-date="${addDays(from, step)}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

export function gapsOf({ report, turns, chains }: DayRow): number {
  return report ? report.gaps : turns - chains
}

function dayWords(day: DayRow | undefined, unread: number | undefined): string {
  if (unread !== undefined) return unreadWords(unread)
  if (!day) return 'no work'
  const gaps = gapsOf(day)
  const parts = [
    day.report
      ? formatCount(day.report.material_items, 'work item')
      : `${formatCount(day.turns, 'turn')}, no report yet`,
    gaps > 0 && `${formatCount(gaps, 'turn')} without evidence`,
  ]
  return parts.filter(Boolean).join(', ')
}
