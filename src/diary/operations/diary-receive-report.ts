import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { fallbackProject, findProject, type InProject, projectById, withRole } from '../../projects/store.ts'
import { DateArgument, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { type Forgotten, loadForgotten } from '../forget/tombstones.ts'
import { Receipt, type Received, unpack } from '../publish/publication.ts'
import { insertVersion, lockLatest } from '../publish/store.ts'
import { reject } from '../rejection.ts'
import { citationsWithin } from '../report/schema.ts'

const Input = z.strictObject({
  date: DateArgument.describe('Day YYYY-MM-DD'),
  bundle: z
    .string()
    .describe('Gzip data in base64: {"report", "markdown", "html"} as texts; the views are made anew from the report'),
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
  input: Input,
  accepted: 'ok',
  result: Receipt.shape,
  find: ({ project }, ctx) => projectFor(ctx, project),
  async run({ date, bundle, with_messages, after_version }, ctx) {
    const received = unpack(bundle, date, with_messages)
    const receipt = await receiveReport(ctx, {
      date,
      received,
      withMessages: with_messages,
      afterVersion: after_version,
    })
    return { ...receipt }
  },
})

/** What was forgotten here does not come back with a report from another machine. */
function rejectForgotten({ report }: Received, forgotten: Forgotten): void {
  const isHeld = citationsWithin(report).some(({ span_sha256 }) => forgotten.hasSpan(span_sha256))
  if (isHeld)
    reject('bundle', 'the report holds a session that was forgotten here', 'forget it there, too, then publish again')
}

interface Receiving {
  date: string
  received: Received
  withMessages: boolean
  /** The version the sender has seen last; 0 when it knows of none. */
  afterVersion: number
}

/** Keeps a report as the next version of its author's day, unless another version came first or nothing changed. */
function receiveReport(
  { db, clock, call, diary, project }: DiaryContext & InProject,
  given: Receiving,
): Promise<Receipt> {
  const { date, received, withMessages, afterVersion } = given
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
    if ((last?.version ?? 0) !== afterVersion) throw conflict(last?.version ?? 0, afterVersion)
    const published = formatInstant(clock())
    const version = afterVersion + 1
    await insertVersion(tx, {
      author,
      date,
      version,
      project_id,
      published,
      sha256,
      title: received.report.title.text,
      projects: JSON.stringify(received.report.projects.map(({ project_key }) => project_key)),
      with_messages: withMessages ? 1 : 0,
      ...received.publication,
    })
    await appendActivity(tx, {
      project_id,
      tick,
      ts: published,
      type: 'diary_published',
      session_id: null,
      seq: null,
      summary: `${date} published by ${author}: version ${version}`,
      details: JSON.stringify({ date, author, version }),
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
