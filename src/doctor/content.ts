import { type App, appOn } from '../app.ts'
import type { Db } from '../db/db.ts'
import { callAsOwner } from '../invoke.ts'
import { listProjects } from '../records/operations/list-projects.ts'
import { listSessions } from '../records/operations/sessions.ts'
import { checkRecords } from '../records/operations/transfer.ts'
import { type Examination, type Finding, fail, ok, warn } from './finding.ts'

const month = 30 * 86_400_000

/** What is in a sound database: whether everything holds that must, and which sessions were forgotten. */
export async function checkContent(exam: Examination, db: Db): Promise<Finding[]> {
  const { settings, quick } = exam
  const app = appOn(db, { records: settings.records, diary: settings.diary })
  const projects = await projectsIn(app)
  const { checkRooms } = await import('./rooms.ts')
  return [
    ...(quick ? [] : [await checkInvariants(app)]),
    await checkSessions(app, projects),
    ...(await checkRooms(exam, db)),
  ]
}

async function projectsIn(app: App): Promise<string[]> {
  const { projects } = await callAsOwner(app, listProjects, {})
  return projects.map(project => project.id)
}

async function checkInvariants(app: App): Promise<Finding> {
  const { ok: holds, violations } = await callAsOwner(app, checkRecords, {})
  if (holds) return ok('records', 'everything that must hold holds')
  const broken = [...new Set(violations.map(violation => violation.invariant))].join(', ')
  return fail(
    'records',
    `${violations.length} violations of ${broken}`,
    'See them: daybook records check. Keep a copy and report it.',
  )
}

async function checkSessions(app: App, projects: string[]): Promise<Finding> {
  const open = []
  for (const project_id of projects) {
    const { sessions } = await callAsOwner(app, listSessions, { project_id })
    open.push(...sessions.filter(session => session.status !== 'closed'))
  }
  const stale = open.filter(session => session.status === 'stale').length
  const old = open.filter(session => app.clock() - Date.parse(session.last_activity) > month)
  const found = `${open.length} open, ${stale} of them stale, ${old.length} idle for more than 30 days`
  if (old.length === 0) return ok('sessions', found)
  const where = [...new Set(old.map(session => session.project_id))][0]
  return warn('sessions', found, `Close them: daybook records sessions --project ${where} --close-older-than 30d`)
}
