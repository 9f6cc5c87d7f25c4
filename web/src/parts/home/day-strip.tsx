import { Link } from '@tanstack/react-router'
import { longDate } from '../../../../src/diary/report/text/names.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { intensity } from '../../state/diary/calendar.ts'
import type { HomeView } from '../../state/home.ts'
import { buildWords, unreadWords } from '../../state/home-words.ts'
import { BuildDays } from './build-days.tsx'

/** The last two weeks: a cell for each day, darker with more turns; days that were not read yet are outlined. */
export function DayStrip({ days, today, unread }: { days: HomeView['days']; today: string; unread: number }) {
  return (
    <>
      <ol className="stack gap-4 mb-12 day-strip">
        {days.map(({ date, turns, has_report }) => {
          const count = turns ?? 0
          const isUnread = count > 0 && !has_report
          const words = isUnread
            ? unreadWords(count)
            : count > 0
              ? formatCount(count, 'turn')
              : has_report
                ? 'read'
                : 'no work'
          // Of a day whose transcripts are gone only the report tells that there was work.
          const level = count === 0 ? (has_report ? 1 : 0) : intensity(count)
          const classes = ['day-cell', isUnread ? 'unread' : `level-${level}`, date === today && 'today']
          return (
            <li key={date}>
              <Link
                to="/diary/$date"
                params={{ date }}
                className={classes.filter(Boolean).join(' ')}
                aria-label={`${longDate(date)}${date === today ? ', today' : ''}: ${words}`}
                title={`${longDate(date)}: ${words}`}
              >
                {Number(date.slice(8))}
              </Link>
            </li>
          )
        })}
      </ol>
      {unread > 0 && <BuildDays label={buildWords(unread)} days={{ newest: 366 }} />}
    </>
  )
}
