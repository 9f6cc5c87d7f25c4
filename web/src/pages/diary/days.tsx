import '../../parts/diary/diary.css'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Calendar, monthsShown } from '../../parts/diary/calendar.tsx'
import { DayRow } from '../../parts/diary/day-row.tsx'
import { FirstDay } from '../../parts/diary/first-day.tsx'
import { PrepareButton } from '../../parts/diary/prepare-button.tsx'
import { daysSearch } from '../../state/diary/addresses.ts'
import { addMonths, lastDay, today } from '../../state/diary/calendar.ts'
import { useLiveDay } from '../../state/diary/live.ts'
import { daysQuery, newestDaysQuery } from '../../state/diary/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** The diary's first screen: the stored days, as a calendar and as a list. */
export function DaysPage() {
  const [limit, setLimit] = useState(30)
  const newest = useQuery(newestDaysQuery(limit))
  const isEmpty = newest.data?.length === 0
  useLiveDay()
  return (
    <div className="page">
      <PageHead
        title="Days"
        lead="What your agents did, day by day, read from their own transcripts."
        actions={!isEmpty && <PrepareButton label="Prepare today" />}
      />
      <Loaded query={newest} label="the days" lines={8}>
        {days =>
          days.length === 0 ? (
            <FirstDay />
          ) : (
            <>
              <Months newest={days[0]?.date} />
              <Section title="Newest first">
                <ul className="rows divided">
                  {days.map(day => (
                    <DayRow key={day.date} day={day} />
                  ))}
                </ul>
                {days.length === limit && limit < 366 && (
                  <Button onClick={() => setLimit(Math.min(366, limit + 60))}>Older days</Button>
                )}
              </Section>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Months({ newest }: { newest: string | undefined }) {
  const now = today()
  const { month = openingMonth(now, newest) } = daysSearch(useSearch({ strict: false }))
  const days = useQuery(daysQuery(`${addMonths(month, 1 - monthsShown)}-01`, lastDay(month)))
  return (
    <Loaded query={days} label="the calendar" lines={5}>
      {days => <Calendar month={month} today={now} days={days} />}
    </Loaded>
  )
}

/** This month, unless the months shown have no day at all: then the month of the newest day. */
function openingMonth(now: string, newest: string | undefined): string {
  const current = now.slice(0, 7)
  return newest === undefined || newest >= addMonths(current, 1 - monthsShown) ? current : newest.slice(0, 7)
}
