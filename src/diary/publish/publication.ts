import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { reject } from '../rejection.ts'
import { jsonIn } from '../workspace/json-file.ts'
import { PublishedReport, publishedFiles } from './published-report.ts'

/** The three files of a published report, as texts. */
export const Publication = z.strictObject({ report: z.string(), markdown: z.string(), html: z.string() })
export type Publication = z.output<typeof Publication>

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
  const sent = Publication.safeParse(jsonIn(unpacked(bundle)))
  if (!sent.success) refuse('it must hold report, markdown and html as texts')
  const parsed = PublishedReport.safeParse(jsonIn(sent.data.report))
  if (!parsed.success) refuse('its report is no daily-report.json')
  if (parsed.data.report_date !== date) refuse('its report is of another day')
  const said = parsed.data.projects.some(({ source_user_messages }) => source_user_messages.length > 0)
  if (said && !withMessages) refuse('it holds messages of the user, and with_messages was not sent')
  // Keys that no report has were dropped, so that nothing travels along unseen.
  const publication = publishedFiles(parsed.data)
  return { report: parsed.data, publication, sha256: hashOf(publication) }
}

/** Of everything a reader gets, so that the same content is known again. */
function hashOf({ report, markdown, html }: Publication): string {
  return createHash('sha256')
    .update(JSON.stringify([report, markdown, html]))
    .digest('hex')
}

function unpacked(bundle: string): string {
  try {
    return gunzipSync(Buffer.from(bundle, 'base64'), { maxOutputLength: largestUnpacked }).toString('utf8')
  } catch {
    return refuse('it must be gzip data in base64')
  }
}

function refuse(why: string): never {
  return reject('bundle', `the bundle is not accepted: ${why}`, 'publish with daybook diary publish')
}
