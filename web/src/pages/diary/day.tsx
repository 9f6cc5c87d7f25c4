import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, FileText, Lock, RefreshCw, Sparkles } from 'lucide-react'
import { addDays, isDay } from '../../../../src/diary/dates/calendar.ts'
import { longDate } from '../../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { call, isProblemAt } from '../../api.ts'
import { GeneratePanel } from '../../parts/diary/generate-panel.tsx'
import { ConfidenceMark } from '../../parts/diary/marks.tsx'
import { PrepareButton } from '../../parts/diary/prepare-button.tsx'
import { announce } from '../../state/announce.ts'
import { useDayAddress, useDiaryPlace } from '../../state/diary/addresses.ts'
import { useLiveDay } from '../../state/diary/live.ts'
import {
  type DayStatus,
  type DayReport as Report,
  refreshDay,
  reportQuery,
  statusQuery,
} from '../../state/diary/queries.ts'
import { useRunningRun } from '../../state/diary/run.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { DayReport } from './day-report.tsx'
import { Unreported } from './day-unreported.tsx'

/** One day: its report, or how to get one. */
export function DayPage() {
  const { date } = useDiaryPlace()
  const status = useQuery({ ...statusQuery(date), enabled: isDay(date) })
  const report = useQuery({ ...reportQuery(date), enabled: status.data?.report.json === true })
  useLiveDay(date)
  if (!isDay(date)) return <NoSuchDay />
  return (
    <div className="page">
      <DayHead date={date} report={report.data} status={status.data} />
      {status.error && isProblemAt(status.error, 'date') ? (
        <NotPrepared date={date} />
      ) : (
        <Loaded query={status} label="the day" lines={8}>
          {status => <Day date={date} status={status} report={report} />}
        </Loaded>
      )}
    </div>
  )
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

function NotPrepared({ date }: { date: string }) {
  return (
    <Empty title="This day is not prepared" step={<PrepareButton label="Prepare this day" date={date} />}>
      Preparing copies the turns of the day out of your agents’ transcripts, as far as they are still there.
    </Empty>
  )
}

interface HeadProps {
  date: string
  report: Report | undefined
  status: DayStatus | undefined
}

function DayHead({ date, report, status }: HeadProps) {
  return (
    <>
      <nav className="mb-8 row wrap gap-6" aria-label="Days">
        <Link
          to="/diary/$date"
          params={{ date: addDays(date, -1) }}
          className="icon-button"
          aria-label="The day before"
        >
          <ChevronLeft aria-hidden="true" />
        </Link>
        <span className="row wrap gap-y-4 gap-x-12 soft text-s">
          {longDate(date)}
          {status?.day_status === 'partial' && <span className="tag">partial</span>}
          {report && <ConfidenceMark confidence={report.overall_confidence} />}
        </span>
        <Link to="/diary/$date" params={{ date: addDays(date, 1) }} className="icon-button" aria-label="The day after">
          <ChevronRight aria-hidden="true" />
        </Link>
        {status && <DayActions date={date} status={status} />}
      </nav>
      <PageHead title={report ? plainLine(report.title.text) : longDate(date)} />
    </>
  )
}

function DayActions({ date, status }: { date: string; status: DayStatus }) {
  const running = useRunningRun(date, status)
  return (
    <div className="flex wrap items-start justify-end gap-8 push-end">
      {status.report.html && (
        <a href={`/diary/${date}/report.html`} className="button" target="_blank" rel="noreferrer">
          <FileText aria-hidden="true" /> HTML report
        </a>
      )}
      {status.day_status === 'partial' && !running && (
        <PrepareButton label="Refresh" date={date} mode="refresh" quiet />
      )}
      <Link
        to="."
        search={before => ({ ...before, generate: true as const })}
        resetScroll={false}
        className="button primary"
      >
        <Sparkles aria-hidden="true" /> {running ? 'Show the run' : 'Generate'}
      </Link>
    </div>
  )
}

interface DayProps {
  date: string
  status: DayStatus
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
        <div className="note with-actions" role="status">
          <Lock aria-hidden="true" />
          <span>A run is writing this day. You can read it; preparing it again has to wait.</span>
        </div>
      )}
      {status.stale.length > 0 && !running && <Stale date={date} />}
      <GeneratePanel
        date={date}
        status={status}
        open={generate}
        onClose={() => void navigate({ to: '.', search: page, resetScroll: false })}
      />
      {status.report.json ? (
        <Loaded query={report} label="the report" lines={8}>
          {report => <DayReport report={report} address={address} />}
        </Loaded>
      ) : (
        <Unreported date={date} status={status} />
      )}
    </>
  )
}

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
      <div className="note with-actions" role="status">
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
