import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import {
  fallbackProject,
  findProject,
  type InProject,
  projectById,
  visibleProjects,
  withRole,
} from '../../projects/store.ts'
import { DateArgument, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { type Forgotten, loadForgotten } from '../forget/tombstones.ts'
import { Receipt, type Received, unpack } from '../publish/publication.ts'
import {
  insertVersion,
  listVersions,
  lockLatest,
  type PublishedSummary,
  PublishedVersion,
  readVersion,
} from '../publish/store.ts'
import { reject } from '../rejection.ts'
import { citationsWithin } from '../report/schema.ts'

export const diaryPublished = diaryOperation({
  name: 'diary_published',
  audience: 'people',
  summary: 'The reports that were published here, newest day first, every version of them.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({
    date: DateArgument.describe('Only this day').optional(),
    from: DateArgument.describe('Not before this day').optional(),
    to: DateArgument.describe('Not after this day').optional(),
    author: name('anna').optional(),
  }),
  result: {
    versions: z.array(
      PublishedVersion.extend({ title: z.string(), projects: z.array(z.string()), with_messages: z.boolean() }),
    ),
  },
  async run({ date, from = date ?? '0000-00-00', to = date ?? '9999-99-99', author }, { db, call }) {
    const rows = await db.read(async tx => {
      const projects = (await visibleProjects(tx, call)).map(({ id }) => id)
      return listVersions(tx, { from, to, projects })
    })
    return { versions: rows.filter(row => author === undefined || row.author === author).map(versionOf) }
  },
})

function versionOf({ published, projects, with_messages, ...row }: PublishedSummary) {
  // Written by the receiving side as an array of keys.
  const keys: string[] = JSON.parse(projects)
  return { ...row, published_at: published, projects: keys, with_messages: with_messages === 1 }
}

export const diaryPublishedReport = diaryOperation({
  name: 'diary_published_report',
  audience: 'people',
  summary: 'A report that was published here, in any of its versions and forms.',
  effect: 'read',
  access: 'anyone',
  input: z.strictObject({
    author: name('anna'),
    date: DateArgument.describe('Day YYYY-MM-DD'),
    version: z.int().min(1).optional().describe('The last one when absent'),
    format: z.enum(['json', 'markdown', 'html']).default('json'),
  }),
  result: {
    author: z.string(),
    date: z.string(),
    version: z.int(),
    published_at: z.string(),
    report: z.record(z.string(), z.unknown()).optional(),
    markdown: z.string().optional(),
    html: z.string().optional().describe('Written elsewhere: show it only in a sandbox'),
  },
  async run({ author, date, version, format }, { db, call }) {
    const row = await db.read(async tx => {
      const projects = (await visibleProjects(tx, call)).map(({ id }) => id)
      return readVersion(tx, { author, date, version, projects })
    })
    if (!row) return reject('version', 'no such version is published here', 'diary_published lists those there are')
    if (row.report === '') {
      return reject(
        'version',
        'this version was withdrawn: it held a session that was forgotten',
        'ask for a later one',
      )
    }
    const head = { author, date, version: row.version, published_at: row.published }
    if (format === 'json') return { ...head, report: JSON.parse(row.report) }
    return format === 'markdown' ? { ...head, markdown: row.markdown } : { ...head, html: row.html }
  },
})

const ReceiveInput = z.strictObject({
  date: DateArgument.describe('Day YYYY-MM-DD'),
  bundle: z
    .string()
    .describe('Gzip data in base64: {"report", "markdown", "html"} as texts; the views are made again from the report'),
  with_messages: z.boolean().default(false).describe('The report holds what the user wrote, word by word'),
  project: name('team').optional().describe("The project whose readers see it; else the caller's own"),
  after_version: z.int().min(0).default(0).describe('The version it follows; refused when another came since'),
})

export const diaryReceiveReport = diaryOperation({
  name: 'diary_receive_report',
  audience: 'people',
  summary: 'Keep a report that a member of the team publishes, as a new version of its author and day.',
  effect: 'append',
  access: 'writer',
  input: ReceiveInput,
  result: Receipt.shape,
  find: ({ project }, ctx) => projectFor(ctx, project),
  async run(sent, ctx) {
    return receiveReport(ctx, sent, unpack(sent.bundle, sent.date, sent.with_messages))
  },
})

/** What was forgotten here does not come back with a report from another machine. */
function rejectForgotten({ report }: Received, forgotten: Forgotten): void {
  const isHeld = citationsWithin(report).some(({ span_sha256 }) => forgotten.hasSpan(span_sha256))
  if (isHeld)
    reject('bundle', 'the report holds a session that was forgotten here', 'forget it there, too, then publish again')
}

/** Keeps a report as the next version of its author's day, unless another version came first or nothing changed. */
function receiveReport(
  { db, clock, call, diary, project }: DiaryContext & InProject,
  { date, with_messages, after_version }: z.output<typeof ReceiveInput>,
  received: Received,
): Promise<Receipt> {
  const author = call.principal
  return db.write(async tx => {
    const { id: project_id, tick } = await projectById(tx, project.id)
    const last = await lockLatest(tx, author, date)
    rejectForgotten(received, loadForgotten(diary))
    const { sha256 } = received
    if (last?.sha256 === sha256 && last.project_id === project_id) {
      const { version, published } = last
      return { author, date, version, project_id, published_at: published, sha256, result: 'unchanged' }
    }
    if ((last?.version ?? 0) !== after_version) throw conflict(last?.version ?? 0, after_version)
    const published = formatInstant(clock())
    const version = after_version + 1
    await insertVersion(tx, {
      author,
      date,
      version,
      project_id,
      published,
      sha256,
      title: received.report.title.text,
      projects: JSON.stringify(received.report.projects.map(({ project_key }) => project_key)),
      with_messages: with_messages ? 1 : 0,
      ...received.publication,
    })
    await appendActivity(tx, {
      project_id,
      tick,
      ts: published,
      type: 'diary_published',
      summary: `${date} published by ${author}: version ${version}`,
      details: { date, author, version },
    })
    return { author, date, version, project_id, published_at: published, sha256, result: 'published' }
  })
}

/** The server's project whose readers see it. */
function projectFor({ db, call }: DiaryContext, ref: string | undefined): Promise<InProject> {
  return db.read(async tx => {
    const found = ref === undefined ? fallbackProject(tx, call, undefined) : findProject(tx, call, ref)
    return withRole(tx, call, await found)
  })
}

function conflict(current: number, after: number): Fault {
  return new Fault('CONFLICT', `Version ${current} of that day is published already, and this one follows ${after}.`, {
    details: { current, after },
    hint: `Look at it with diary_published_report, then publish over it: --after ${current}`,
  })
}
