import '../../parts/diary/diary.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Calendar, monthsShown } from '../../parts/diary/calendar.tsx'
import { DayRow, UnreadDayRow } from '../../parts/diary/day-row.tsx'
import { FirstDay } from '../../parts/diary/first-day.tsx'
import { BuildDays } from '../../parts/home/build-days.tsx'
import { daysSearch } from '../../state/diary/addresses.ts'
import { addMonths, lastDay, today } from '../../state/diary/calendar.ts'
import { useLiveDay } from '../../state/diary/live.ts'
import {
  type DayRow as Day,
  daysQuery,
  newestDaysQuery,
  type WorkedDay,
  workedDaysQuery,
} from '../../state/diary/queries.ts'
import { buildWords } from '../../state/home-words.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** The diary's first screen: the stored days, as a calendar and as a list. */
export function DaysPage() {
  const [limit, setLimit] = useState(30)
  const newest = useQuery(newestDaysQuery(limit))
  const worked = useQuery(workedDaysQuery('0001-01-01', '9999-12-31'))
  const unread = (worked.data ?? []).filter(({ has_report }) => !has_report)
  useLiveDay()
  return (
    <div className="page">
      <PageHead
        title="Days"
        lead="What your agents did, day by day, read from their own transcripts."
        actions={
          <Link to="/diary/today" className="button primary">
            Today
          </Link>
        }
      />
      <Loaded query={newest} label="the days" lines={8}>
        {days =>
          days.length === 0 && unread.length === 0 ? (
            <FirstDay />
          ) : (
            <>
              <Months newest={days[0]?.date ?? unread[0]?.date} unread={unread} />
              <Section title="Newest first">
                <ul className="rows divided">
                  {inOrder(days, unread).map(day =>
                    'chains' in day ? (
                      <DayRow key={day.date} day={day} />
                    ) : (
                      <UnreadDayRow key={day.date} date={day.date} turns={day.turns ?? 0} />
                    ),
                  )}
                </ul>
                <div className="row wrap gap-8 mt-16">
                  {unread.length > 0 && <BuildDays label={buildWords(unread.length)} days={{ newest: 366 }} />}
                  {days.length === limit && limit < 366 && (
                    <Button small onClick={() => setLimit(Math.min(366, limit + 60))}>
                      Older days
                    </Button>
                  )}
                </div>
              </Section>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** Read and unread days together, newest first; unread ones that are older than all listed are left to the calendar. */
function inOrder(days: readonly Day[], unread: readonly WorkedDay[]): (Day | WorkedDay)[] {
  const oldest = days.at(-1)?.date ?? ''
  const known = new Set(days.map(({ date }) => date))
  const others = unread.filter(({ date }) => !known.has(date) && (date > oldest || days.length < 30))
  return [...days, ...others].sort((a, b) => (a.date < b.date ? 1 : -1))
}

function Months({ newest, unread }: { newest: string | undefined; unread: readonly WorkedDay[] }) {
  const now = today()
  const { month = openingMonth(now, newest) } = daysSearch(useSearch({ strict: false }))
  const days = useQuery(daysQuery(`${addMonths(month, 1 - monthsShown)}-01`, lastDay(month)))
  return (
    <Loaded query={days} label="the calendar" lines={5}>
      {days => <Calendar month={month} today={now} days={days} unread={unread} />}
    </Loaded>
  )
}

/** This month, unless the months shown have no day at all: then the month of the newest day. */
function openingMonth(now: string, newest: string | undefined): string {
  const current = now.slice(0, 7)
  return newest === undefined || newest >= addMonths(current, 1 - monthsShown) ? current : newest.slice(0, 7)
}
