import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { insertInto, selectFrom, updateIn } from '../../db/table-statements.ts'
import type { PublishedRow } from '../../db/tables.ts'
import { replaceFile } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { fileText, readObject } from '../workspace/json-file.ts'

export type PublishedSummary = Omit<PublishedRow, 'report' | 'markdown' | 'html'>

/** A version of a report, as the server that has it names it. */
export const PublishedVersion = z.object({
  author: z.string(),
  date: z.string(),
  version: z.int(),
  project_id: z.string(),
  published_at: z.string(),
  sha256: z.string(),
})

const summary = [
  'author',
  'date',
  'version',
  'project_id',
  'published',
  'sha256',
  'title',
  'projects',
  'with_messages',
] as const

const authorLocked = selectFrom('principals', { columns: ['id'], where: ['id'], forUpdate: true })
const latest = selectFrom('published_reports', {
  columns: summary,
  where: ['author', 'date'],
  orderBy: ['version desc'],
  limit: 1,
})
const insert = insertInto('published_reports', [...summary, 'report', 'markdown', 'html'])
const between = statement((q, a: { from: string; to: string; projects: string[] }, d) =>
  q
    .selectFrom('published_reports')
    .select(summary)
    .where('date', '>=', a.from)
    .where('date', '<=', a.to)
    .where('project_id', 'in', d.texts(a.projects))
    .orderBy('date', 'desc')
    .orderBy('author')
    .orderBy('version', 'desc')
    .limit(maxListed),
)
const upTo = statement((q, a: { author: string; date: string; version: number; projects: string[] }, d) =>
  q
    .selectFrom('published_reports')
    .selectAll()
    .where('author', '=', a.author)
    .where('date', '=', a.date)
    .where('version', '<=', a.version)
    .where('project_id', 'in', d.texts(a.projects))
    .orderBy('version', 'desc')
    .limit(1),
)

const contentsBetween = statement((q, a: { from: string; to: string }) =>
  q
    .selectFrom('published_reports')
    .select(['author', 'date', 'version', 'report'])
    .where('date', '>=', a.from)
    .where('date', '<=', a.to)
    .orderBy('date')
    .orderBy('author')
    .orderBy('version'),
)
const keys = selectFrom('published_reports', { columns: ['author', 'date', 'version'] })
const exact = selectFrom('published_reports', { where: ['author', 'date', 'version'] })
const withdraw = updateIn('published_reports', ['title', 'report', 'markdown', 'html'], ['author', 'date', 'version'])

/** The most that one list shows. */
const maxListed = 500

/** The last version of an author's day. The caller holds the author's order of versions until commit. */
export async function lockLatest(tx: Tx, author: string, date: string): Promise<PublishedSummary | undefined> {
  await tx.first(authorLocked, { id: author })
  return tx.first(latest, { author, date })
}

export async function insertVersion(tx: Tx, row: PublishedRow): Promise<void> {
  await tx.run(insert, row)
}

export interface VersionContent {
  author: string
  date: string
  version: number
  /** JSON; empty when it was withdrawn. */
  report: string
}

/** What the versions of some days say, of all authors. */
export async function versionContents(tx: Tx, days: { from: string; to: string }): Promise<VersionContent[]> {
  return tx.all(contentsBetween, days)
}

/** Takes the content out of a version; that it was published, when and by whom stays. */
export async function withdrawVersion(tx: Tx, { author, date, version }: VersionContent): Promise<void> {
  const emptied = { title: 'Withdrawn: it held a forgotten session', report: '', markdown: '', html: '' }
  await tx.run(withdraw, { author, date, version, ...emptied })
}

/** A hash of everything a reader gets, by which the same content is recognized. */
export function hashOfVersion({ report, markdown, html }: Pick<PublishedRow, 'report' | 'markdown' | 'html'>): string {
  return sha256(JSON.stringify([report, markdown, html]))
}

/** How many versions there are, and how many of these are not what was published; one that was withdrawn says nothing. */
export async function checkVersions(tx: Tx): Promise<{ versions: number; altered: number }> {
  const versions = await tx.all(keys, {})
  let altered = 0
  for (const { author, date, version } of versions) {
    const row = await tx.first(exact, { author, date, version })
    if (row && row.report !== '' && hashOfVersion(row) !== row.sha256) altered++
  }
  return { versions: versions.length, altered }
}

/** Newest day first, the versions of an author together. */
export async function listVersions(
  tx: Tx,
  filter: { from: string; to: string; projects: string[] },
): Promise<PublishedSummary[]> {
  return tx.all(between, filter)
}

/** The version of that number, or the last one when none is named. */
export async function readVersion(
  tx: Tx,
  wanted: { author: string; date: string; version: number | undefined; projects: string[] },
): Promise<PublishedRow | undefined> {
  const row = await tx.first(upTo, { ...wanted, version: wanted.version ?? Number.MAX_SAFE_INTEGER })
  return wanted.version === undefined || row?.version === wanted.version ? row : undefined
}

/** What this machine has published of a day. It stays when the day is removed: it names what others still have. */
export const OwnVersion = z.object({
  server: z.string(),
  author: z.string(),
  version: z.int(),
  published_at: z.string(),
  sha256: z.string(),
})
export type OwnVersion = z.output<typeof OwnVersion>

const PublishedHere = z.object({ schema_version: z.literal(1), date: z.string(), versions: z.array(OwnVersion) })

export async function publishedHere(diaryRoot: string, date: string): Promise<OwnVersion[]> {
  const stored = await readObject(fileOf(diaryRoot, date))
  return PublishedHere.safeParse(stored.state === 'read' ? stored.value : undefined).data?.versions ?? []
}

/** Remembers a version that the server has taken. */
export async function rememberPublished(diaryRoot: string, date: string, version: OwnVersion): Promise<void> {
  const others = (await publishedHere(diaryRoot, date)).filter(
    each => each.server !== version.server || each.author !== version.author || each.version !== version.version,
  )
  const path = fileOf(diaryRoot, date)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, fileText({ schema_version: 1, date, versions: [...others, version] }))
}

function fileOf(diaryRoot: string, date: string): string {
  return join(diaryRoot, 'published', `${date}.json`)
}
