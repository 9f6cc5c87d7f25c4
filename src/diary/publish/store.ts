import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { PublishedRow } from '../../db/tables.ts'

export type PublishedSummary = Omit<PublishedRow, 'report' | 'markdown' | 'html'>

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

const authorLocked = statement((q, a: { author: string }, d) =>
  q.selectFrom('principals').select('id').where('id', '=', a.author).modifyEnd(d.forUpdate),
)
const latest = statement((q, a: { author: string; date: string }) =>
  q
    .selectFrom('published_reports')
    .select(summary)
    .where('author', '=', a.author)
    .where('date', '=', a.date)
    .orderBy('version', 'desc')
    .limit(1),
)
const insert = statement((q, a: PublishedRow) =>
  q.insertInto('published_reports').values({
    author: a.author,
    date: a.date,
    version: a.version,
    project_id: a.project_id,
    published: a.published,
    sha256: a.sha256,
    title: a.title,
    projects: a.projects,
    with_messages: a.with_messages,
    report: a.report,
    markdown: a.markdown,
    html: a.html,
  }),
)
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
const withdraw = statement((q, a: { author: string; date: string; version: number; title: string }) =>
  q
    .updateTable('published_reports')
    .set({ title: a.title, report: '', markdown: '', html: '' })
    .where('author', '=', a.author)
    .where('date', '=', a.date)
    .where('version', '=', a.version),
)

/** The most that one list shows. */
const maxListed = 500

/** The last version of an author's day. The caller holds the author's order of versions until commit. */
export async function lockLatest(tx: Tx, author: string, date: string): Promise<PublishedSummary | undefined> {
  await tx.first(authorLocked, { author })
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
  await tx.run(withdraw, { author, date, version, title: 'Withdrawn: it held a forgotten session' })
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
