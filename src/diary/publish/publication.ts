import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { groupBy } from '../../kernel/group.ts'
import { jsonIn } from '../../kernel/json.ts'
import { isZone } from '../dates/zone.ts'
import { reject } from '../rejection.ts'
import type { BuiltReport } from '../report/build.ts'
import { htmlReport } from '../report/html/report.ts'
import { markdownReport } from '../report/markdown/report.ts'
import { Citation, DailyReport, ReportItem, ReportProject } from '../report/schema.ts'
import { Statistics } from '../report/statistics.ts'
import { reportStamp } from '../report/stored-reports.ts'
import { unlinkedCitations } from '../report/text/citation-text.ts'
import { reportView } from '../report/view.ts'
import { fileText } from '../workspace/json-file.ts'
import { turnKey } from '../workspace/refs.ts'
import { hashOfVersion, PublishedVersion } from './store.ts'

/** The three files of a published report, as texts. */
export const Publication = z.strictObject({ report: z.string(), markdown: z.string(), html: z.string() })
export type Publication = z.output<typeof Publication>

/** What the server answers to a report that was sent to it. */
export const Receipt = PublishedVersion.extend({
  result: z.enum(['published', 'unchanged']).describe('unchanged when the last version is the same, byte for byte'),
})
export type Receipt = z.output<typeof Receipt>

/** Packed for one call: days of any usual size stay far below what a call may hold. */
export function pack(publication: Publication): string {
  const packed = gzipSync(JSON.stringify(publication), { level: 9 }).toString('base64')
  if (packed.length <= largestPacked) return packed
  return reject('projects', 'the report is too large to be published at once', 'publish some of its projects')
}

const largestPacked = 900 * 1024
const largestUnpacked = 16 * 1024 * 1024

export interface Received {
  report: PublishedReport
  publication: Publication
  sha256: string
}

/**
 * A received publication, checked against the rules of publishing: parts that do not belong are refused. Of the three texts
 * only the report counts. Markdown and HTML are made from it here, so that nothing in them has to be trusted or searched.
 */
export function unpack(bundle: string, date: string, withMessages: boolean): Received {
  const sent = Publication.safeParse(jsonIn(gunzipText(bundle)))
  if (!sent.success) refuse('it must hold report, markdown and html as texts')
  const parsed = PublishedReport.safeParse(jsonIn(sent.data.report))
  if (!parsed.success) refuse('its report is not a daily-report.json')
  if (parsed.data.report_date !== date) refuse('its report is of another day')
  const hasMessages = parsed.data.projects.some(({ source_user_messages }) => source_user_messages.length > 0)
  if (hasMessages && !withMessages) refuse('it holds messages of the user, and with_messages was not sent')
  // Keys that no report has were dropped, so that nothing travels along unseen.
  const publication = publishedFiles(parsed.data)
  return { report: parsed.data, publication, sha256: hashOfVersion(publication) }
}

function gunzipText(bundle: string): string {
  try {
    return gunzipSync(Buffer.from(bundle, 'base64'), { maxOutputLength: largestUnpacked }).toString('utf8')
  } catch {
    return refuse('it must be gzip data in base64')
  }
}

function refuse(why: string): never {
  return reject('bundle', `the bundle is not accepted: ${why}`, 'publish with daybook diary publish')
}

const longestDayMs = 48 * 3_600_000

/**
 * A report as it is sent to others. The views are made from it where it arrives, so it holds all they show, and what a
 * view repeats is bounded: no report makes views much longer than itself.
 */
const PublishedReport = DailyReport.extend({
  timezone: z.string().refine(isZone),
  window: DailyReport.shape.window.refine(({ start, end }) => Date.parse(end) - Date.parse(start) <= longestDayMs),
  executive_summary: z.object({
    top_outcomes: DailyReport.shape.executive_summary.shape.top_outcomes.max(100),
    open_items: DailyReport.shape.executive_summary.shape.open_items.max(2000),
  }),
  projects: z
    .array(
      ReportProject.extend({
        project_label: z.string().max(200),
        work_items: z.array(ReportItem.extend({ title: z.string().max(5000) })),
        statistics: Statistics,
      }),
    )
    .refine(coverTurnsOnce),
  statistics: Statistics,
  /** Every turn of the day, where senders of earlier versions put them. */
  cited_turns: z.array(Citation).optional(),
})
type PublishedReport = z.output<typeof PublishedReport>

/** Report, Markdown and HTML of a day for readers who have no transcripts. */
export function publishedFiles(report: PublishedReport | (BuiltReport & { cited_turns?: undefined })) {
  const json = fileText(report)
  const citations = groupBy(report.cited_turns ?? report.turns, ({ project_key }) => project_key)
  const view = reportView(
    report,
    report.projects.map(({ project_key }) => ({
      key: project_key,
      chains: new Map(),
      citations: new Map(citations.get(project_key)?.map(citation => [turnKey(citation), citation])),
    })),
    { baseUrl: undefined, stamp: reportStamp(json) },
  )
  const unlinked = { ...view, cited: unlinkedCitations(view.labels), hasLinks: false }
  return { report: json, markdown: markdownReport(unlinked), html: htmlReport(unlinked) }
}

function coverTurnsOnce(projects: ReadonlyArray<Pick<ReportProject, 'project_key' | 'work_items'>>): boolean {
  const turns = projects.flatMap(({ project_key, work_items }) =>
    work_items.flatMap(({ covered_turns }) => covered_turns.map(turn => `${project_key}/${turnKey(turn)}`)),
  )
  return new Set(turns).size === turns.length
}
