import { Fault } from '../../kernel/fault.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { fallbackProject, findProject, type InProject, projectById, withRole } from '../../projects/store.ts'
import type { DiaryContext } from '../context.ts'
import type { Received } from './publication.ts'
import { insertVersion, lockLatest } from './store.ts'

export interface Receipt {
  author: string
  date: string
  version: number
  project_id: string
  published_at: string
  sha256: string
  result: 'published' | 'unchanged'
}

export interface Receiving {
  date: string
  received: Received
  withMessages: boolean
  /** The version the sender has seen last; 0 when it knows of none. */
  afterVersion: number
}

/** Keeps a report as the next version of its author's day, unless another version came first or nothing changed. */
export function receiveReport(
  { db, clock, call, project }: DiaryContext & InProject,
  given: Receiving,
): Promise<Receipt> {
  const { date, received, withMessages, afterVersion } = given
  const author = call.principal
  return db.write(async tx => {
    const { id: project_id, tick } = await projectById(tx, project.id)
    const last = await lockLatest(tx, author, date)
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
export function projectFor({ db, call }: DiaryContext, ref: string | undefined): Promise<InProject> {
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
