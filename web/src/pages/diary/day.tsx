import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, FileText, Lock, RefreshCw, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addDays, isDay } from '../../../../src/diary/dates/calendar.ts'
import { isOfUnfinishedDay, stateText } from '../../../../src/diary/report/text/certificate-text.ts'
import { longDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { sum } from '../../../../src/kernel/numbers.ts'
import { call, isProblemAt } from '../../api.ts'
import { CopyStandup } from '../../parts/diary/copy-standup.tsx'
import { ConfidenceMark } from '../../parts/diary/marks.tsx'
import { NewTurns } from '../../parts/diary/new-turns.tsx'
import { ReadDay } from '../../parts/diary/read-day.tsx'
import { AddressLink } from '../../parts/search/address-link.tsx'
import { announce } from '../../state/announce.ts'
import { useDayAddress, useDiaryPlace } from '../../state/diary/addresses.ts'
import { useLiveDay } from '../../state/diary/live.ts'
import {
  type DayStatus,
  type DayReport as Report,
  refreshDay,
  reportQuery,
  statusQuery,
  workedDaysQuery,
} from '../../state/diary/queries.ts'
import { useRunningRun } from '../../state/diary/run.ts'
import { useNotice } from '../../state/feed.ts'
import { homeQuery } from '../../state/home.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { late } from '../../ui/late.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DayReport } from './day-report.tsx'
import { Unreported } from './day-unreported.tsx'

// The file of the screen has it, so nothing more is loaded before the day is asked for.
export { askForDay } from '../../state/diary/queries.ts'

/** One day: its report, or how to get one. */
export function DayPage() {
  const { date } = useDiaryPlace()
  const status = useQuery({ ...statusQuery(date), enabled: isDay(date) })
  const report = useQuery({ ...reportQuery(date), enabled: status.data?.report.json === true })
  useLiveDay(date)
  useEndOfDay(date, report.data)
  if (!isDay(date)) return <NoSuchDay />
  return (
    <div className="page">
      <DayHead date={date} report={report.data} status={status.data} />
      {status.error && isProblemAt(status.error, 'date') ? (
        <NotRead date={date} />
      ) : report.data ? (
        // It may have come with the document, before it is known how far the day is.
        <Day date={date} status={status.data} report={report} />
      ) : (
        <Loaded query={status} label="the day" lines={8}>
          {status => <Day date={date} status={status} report={report} />}
        </Loaded>
      )}
    </div>
  )
}

/** A report that was made before the day was over lacks the rest of it, and is made again. */
function useEndOfDay(date: string, report: Report | undefined): void {
  const { data: home } = useQuery(homeQuery)
  const isLate = report !== undefined && home !== undefined && date < home.today && isOfUnfinishedDay(report)
  useEffect(() => {
    // What else is being built, or was written by others, stays as it is.
    if (isLate) call('diary_build', { changed: true }).catch(() => {})
  }, [isLate])
}

function NoSuchDay() {
  return (
    <div className="page">
      <PageHead title="No such day" />
      <Empty
        title="This is not a valid date"
        step={
          <Link to="/diary" className="button">
            All days
          </Link>
        }
      >
        Dates look like 2026-05-12.
      </Empty>
    </div>
  )
}

/** A day without a workspace: read at once where transcripts have turns of it. */
function NotRead({ date }: { date: string }) {
  const worked = useQuery(workedDaysQuery(date, date))
  const home = useQuery(homeQuery)
  const [wanted, setWanted] = useState(false)
  useNotice('transcript_grew', notice => {
    if (notice.date === date) void worked.refetch()
  })
  useNotice('diary_build', ({ progress }) => progress === null && void worked.refetch())
  return (
    <Loaded query={worked} label="the day" lines={4}>
      {days => {
        // Which day is today, and whether anything is known of it, comes with Home.
        if (home.isPending && days.length === 0) return <Skeleton label="the day" lines={4} />
        const today = home.data?.today ?? date
        if (date > today) {
          return (
            <Empty
              title="This day has not come yet"
              step={
                <Link to="/diary/$date" params={{ date: today }} className="button">
                  Go to today
                </Link>
              }
            />
          )
        }
        // Before any transcript was looked for, nothing is known about today.
        const isKnown = home.data !== undefined && (home.data.agents.length > 0 || home.data.sample !== null)
        if (days.length === 0 && date === today && home.data?.build) {
          return (
            <Empty title="Looking for the transcripts of your agents">
              They are read on this machine; nothing is sent. What was done today appears here by itself.
            </Empty>
          )
        }
        if (days.length > 0 || wanted || (date === today && !isKnown)) return <ReadDay key={date} date={date} />
        if (date === today) {
          return (
            <Empty
              title="No agent has worked today"
              step={
                home.data?.last_day && (
                  <Link to="/diary/$date" params={{ date: home.data.last_day.date }} className="button primary">
                    Read the last day with work
                  </Link>
                )
              }
            >
              New turns appear here by themselves.
            </Empty>
          )
        }
        return (
          <Empty title="No agent worked on this day" step={<Button onClick={() => setWanted(true)}>Look again</Button>}>
            No transcript has a turn on this day. If an agent keeps its transcripts elsewhere, add that folder under{' '}
            <Link to="/diary/sources" className="text-link">
              Sources
            </Link>
            .
          </Empty>
        )
      }}
    </Loaded>
  )
}

interface HeadProps {
  date: string
  report: Report | undefined
  status: DayStatus | undefined
}

function DayHead({ date, report, status }: HeadProps) {
  const home = useQuery(homeQuery)
  const isOver = home.data === undefined || date < home.data.today
  return (
    <>
      <nav className="mb-8 row gap-6" aria-label="Days">
        <AddressLink
          address={`/diary/${addDays(date, -1)}`}
          className="icon-button not-printed"
          aria-label="The day before"
        >
          <ChevronLeft aria-hidden="true" />
        </AddressLink>
        <span className="row wrap gap-y-4 gap-x-12 soft text-s">
          {report && longDate(date)}
          {status?.day_status === 'partial' && (
            <span className="tag whole">{report ? stateText(report) : 'incomplete'}</span>
          )}
          {report?.overall_confidence && <ConfidenceMark confidence={report.overall_confidence} isNamed />}
        </span>
        {isOver && (
          <AddressLink
            address={`/diary/${addDays(date, 1)}`}
            className="icon-button not-printed"
            aria-label="The day after"
          >
            <ChevronRight aria-hidden="true" />
          </AddressLink>
        )}
      </nav>
      <PageHead
        title={titleOf(date, report)}
        lead={report && <Origin date={date} />}
        actions={
          (status || report) &&
          report?.statistics.turns !== 0 && <DayActions date={date} status={status} report={report} />
        }
      />
    </>
  )
}

/** A day without turns has a report without words of its own. */
function titleOf(date: string, report: Report | undefined): string {
  if (!report) return longDate(date)
  return report.statistics.turns === 0 ? 'No agent has worked on this day' : plainLine(report.title.text)
}

function DayActions({ date, status, report }: HeadProps) {
  const running = useRunningRun(date, status)
  return (
    <div className="flex wrap items-center gap-8">
      {report && <CopyStandup span={{ date }} />}
      {(status?.report.html ?? true) && (
        <a href={`/diary/${date}/report.html`} className="button" target="_blank" rel="noreferrer">
          <FileText aria-hidden="true" /> HTML report
        </a>
      )}
      <Link to="." search={before => ({ ...before, generate: true as const })} resetScroll={false} className="button">
        <Sparkles aria-hidden="true" /> {running ? 'Show the run' : 'Rewrite with…'}
      </Link>
    </div>
  )
}

/** Said only where it is known: the built-in reader made the report, and it was not published. */
function Origin({ date }: { date: string }) {
  const { data } = useQuery(homeQuery)
  const day = data?.last_day
  return day?.date === date && day.nothing_sent ? 'Read on this machine; nothing was sent.' : null
}

interface DayProps {
  date: string
  status: DayStatus | undefined
  report: { data: Report | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
}

function Day({ date, status, report }: DayProps) {
  const address = useDayAddress()
  const navigate = useNavigate()
  const running = useRunningRun(date, status)
  const { generate = false, ...page } = address
  return (
    <>
      {running && !generate && (
        <div className="note with-actions mb-10" role="status">
          <Lock aria-hidden="true" />
          <span>A run is writing this day. You can read it; preparing it again has to wait.</span>
        </div>
      )}
      {status && status.stale.length > 0 && !running && <Stale date={date} />}
      {status?.report.json && !running && (
        <NewTurns date={date} known={sum(status.projects.map(({ turns }) => turns))} />
      )}
      {status && (
        <GeneratePanel
          date={date}
          status={status}
          open={generate}
          onClose={() => void navigate({ to: '.', search: page, resetScroll: false })}
        />
      )}
      {status === undefined || status.report.json ? (
        <Loaded query={report} label="the report" lines={8}>
          {report => <DayReport report={report} address={address} />}
        </Loaded>
      ) : (
        <Unreported date={date} status={status} running={running} />
      )}
    </>
  )
}

const GeneratePanel = late(
  async () => (await import('../../parts/diary/generate-panel.tsx')).GeneratePanel,
  ({ open }) => open,
)

function Stale({ date }: { date: string }) {
  const render = useMutation({
    mutationFn: () => call('diary_render', { date, allow_gaps: true }),
    onSuccess: async () => {
      await refreshDay(date)
      announce('The report is up to date')
    },
  })
  return (
    <>
      <div className="note with-actions mb-10" role="status">
        <RefreshCw aria-hidden="true" />
        <span>This report is out of date: there is newer evidence.</span>
        <Button small disabled={render.isPending} onClick={() => render.mutate()}>
          Update the report
        </Button>
      </div>
      {render.error && <FaultView error={render.error} />}
    </>
  )
}
