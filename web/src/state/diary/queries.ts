import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isDay } from '../../../../src/diary/dates/calendar.ts'
import type { BuiltReport } from '../../../../src/diary/report/build.ts'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { call, isAnsweredEarly } from '../../api.ts'
import type { Output } from '../../operations.ts'
import { queryClient } from '../queries.ts'

/** The content of daily-report.json, with the statistics the renderer added. */
export type DayReport = BuiltReport
export type DayRow = Output<'diary_days'>['days'][number]
export type WorkedDay = Output<'diary_worked_days'>['days'][number]
export type DayStatus = Output<'diary_status'>

// All queries of the diary share one key prefix, and those of a day the day's: they are reloaded together.

export const daysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['diary', 'days', from, to],
    queryFn: async ({ signal }) => (await call('diary_days', { from, to, limit: 366 }, signal)).days,
    placeholderData: keepPreviousData,
  })

export const newestDaysQuery = (limit: number) =>
  queryOptions({
    queryKey: ['diary', 'days', 'newest', limit],
    queryFn: async ({ signal }) => (await call('diary_days', { limit }, signal)).days,
    placeholderData: keepPreviousData,
  })

/** Days on which transcripts have turns, whether or not they were read. */
export const workedDaysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['diary', 'days', 'worked', from, to],
    queryFn: async ({ signal }) => (await call('diary_worked_days', { from, to }, signal)).days,
    placeholderData: keepPreviousData,
  })

export const sourcesQuery = queryOptions({
  queryKey: ['diary', 'sources'],
  queryFn: ({ signal }) => call('diary_sources', {}, signal),
})

export const pricesQuery = queryOptions({
  queryKey: ['diary', 'prices'],
  queryFn: ({ signal }) => call('diary_prices', {}, signal),
})

export const statusQuery = (date: string) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'status'],
    queryFn: ({ signal }) => call('diary_status', { date }, signal),
  })

export const reportQuery = (date: string) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'report'],
    queryFn: async ({ signal }) => {
      const { report } = await call('diary_report', { date }, signal)
      // The server validated the file just before, and only the renderer writes its statistics.
      return report as unknown as DayReport
    },
  })

/** Asks for what the page of a day shows first, unless it was asked for already. */
export async function askForDay(date: string): Promise<void> {
  if (!isDay(date)) return
  const [status, report] = [statusQuery(date), reportQuery(date)]
  const isNew = (queryKey: readonly string[]) => queryClient.getQueryState(queryKey) === undefined
  // Then it can be drawn, and nothing else is asked for before it is.
  if (isAnsweredEarly('diary_report', { date })) return queryClient.prefetchQuery(report)
  if (isNew(status.queryKey)) await queryClient.prefetchQuery(status)
  const hasReport = queryClient.getQueryData(status.queryKey)?.report.json === true
  if (hasReport && isNew(report.queryKey)) await queryClient.prefetchQuery(report)
}

export const chainQuery = (date: string, project_key: string, session_ref: string, turn_ref: string) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'chain', project_key, session_ref, turn_ref],
    queryFn: async ({ signal }) => {
      const { chains } = await call('diary_chains', { date, project_key, session_ref, turn_ref }, signal)
      return chains[0] ?? null
    },
  })

export const linesQuery = (date: string, project_key: string, session_ref: string, start: number, end: number) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'lines', project_key, session_ref, start, end],
    queryFn: async ({ signal }) => {
      const place = { date, project_key, session_ref, start_line: start, end_line: end }
      return (await call('read_session_lines', place, signal)).records
    },
  })

/** Which sentences of a day's report rest on lines that changed since they were cited. */
export const verifyQuery = (date: string) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'verify'],
    queryFn: ({ signal }) => call('diary_verify', { date }, signal),
    // It reads every transcript of the day again; a new report asks anew.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Reloads what the screens show of one day, and the lists that contain it. */
export async function refreshDay(date: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['diary', 'day', date] }),
    queryClient.invalidateQueries({ queryKey: ['diary', 'days'] }),
  ])
}

/** Whether a cited span still has the bytes it was cited with. */
export const verdictQuery = (date: string, { project_key, session_ref, lines, span_sha256 }: Citation) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'verdict', project_key, session_ref, lines, span_sha256],
    queryFn: async ({ signal }) => {
      const ref = `diary:${date}/${project_key}/${session_ref}`
      return (await call('diary_check_ref', { ref, lines, sha256: span_sha256 }, signal)).verdict
    },
  })
