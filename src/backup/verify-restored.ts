import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { App } from '../app.ts'
import type { Settings } from '../config.ts'
import { Archive } from '../diary/archive/archive.ts'
import { addDays } from '../diary/dates/calendar.ts'
import { diaryDays } from '../diary/operations/diary-days.ts'
import { diaryVerify } from '../diary/operations/diary-verify.ts'
import { callAsOwner } from '../invoke.ts'
import type { CallProgress } from '../kernel/call.ts'
import { checkRecords } from '../records/operations/transfer.ts'
import { openAudit, openAuditReadOnly } from '../room/audit/open.ts'
import { projectIn } from '../room/workspace/info.ts'
import { controlFolder } from '../room/workspace/layout.ts'
import { everyWorkspace } from '../room/workspace-rows.ts'

export interface Verified {
  ok: boolean
  records: { ok: boolean; projects: number; records: number; violations: number }
  rooms: { project: string; path: string; status: 'ok' | 'tampered' | 'unverifiable' | 'absent'; receipts: number }[]
  diary: { days: number; reports: number; spans: number; mismatches: number }
  archive: { transcripts: number; damaged: number } | null
}

/** Verifies what can be verified: invariants of the records, receipts, cited spans, archived pieces. */
export async function verifyRestored(
  app: App,
  { home, diary }: Settings,
  env: NodeJS.ProcessEnv,
  progress: (progress: CallProgress) => void,
): Promise<Verified> {
  const showPhase = (phase: string) => progress({ phase, files: 0, files_total: 0, bytes: 0, bytes_total: 0 })
  showPhase('verify records')
  const records = await verifyRecords(app)
  showPhase('verify rooms')
  const rooms = await verifyRooms(app, home, env)
  showPhase('verify diary')
  const days = await verifyDays(app)
  showPhase('verify archive')
  const archive = verifyArchive(diary.archive.dir)
  const isSound =
    records.ok &&
    // A room whose folder is located elsewhere is not part of the backup; the answer says that it is absent.
    rooms.every(({ status }) => status === 'ok' || status === 'absent') &&
    days.mismatches === 0 &&
    (archive?.damaged ?? 0) === 0
  return { ok: isSound, records, rooms, diary: days, archive }
}

async function verifyRecords(app: App): Promise<Verified['records']> {
  const { ok, checked, violations } = await callAsOwner(app, checkRecords, {})
  return { ok, ...checked, violations: violations.length }
}

async function verifyRooms(app: App, home: string, env: NodeJS.ProcessEnv): Promise<Verified['rooms']> {
  const found: Verified['rooms'] = []
  const realHome = await realpath(home)
  for (const { project_id: project, path } of await app.db.read(tx => everyWorkspace(tx, home))) {
    if ((await projectIn(path).catch(() => undefined)) !== project) {
      found.push({ project, path, status: 'absent', receipts: 0 })
      continue
    }
    const folder = join(path, controlFolder, 'audit')
    const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
    const place = { folder, db: app.db, project, clock: app.clock, keyFile }
    // Opening it adopts receipts that were written between the copy of the database and that of the files. A folder
    // elsewhere may be in use by the Daybook that was backed up, so it is only read.
    const audit = path.startsWith(`${realHome}${sep}`) ? await openAudit(place) : openAuditReadOnly(place)
    const { status, sessions } = await audit.verify()
    found.push({ project, path, status, receipts: sessions.reduce((sum, { count }) => sum + count, 0) })
  }
  return found
}

async function verifyDays(app: App): Promise<Verified['diary']> {
  const found = { days: 0, reports: 0, spans: 0, mismatches: 0 }
  for await (const { date, has_report } of everyDay(app)) {
    found.days++
    if (!has_report) continue
    const { checked, mismatches = [] } = await callAsOwner(app, diaryVerify, { date })
    found.reports++
    found.spans += checked ?? 0
    // A day that cannot be read at all was not verified.
    found.mismatches += checked === undefined ? 1 : mismatches.length
  }
  return found
}

const daysAtOnce = 366

async function* everyDay(app: App) {
  for (let to: string | undefined; ; ) {
    const { days = [] } = await callAsOwner(app, diaryDays, { limit: daysAtOnce, to })
    yield* days
    const last = days.at(-1)
    if (!last || days.length < daysAtOnce) return
    to = addDays(last.date, -1)
  }
}

function verifyArchive(folder: string): Verified['archive'] {
  if (!existsSync(join(folder, 'transcripts.sqlite'))) return null
  const archive = new Archive(folder)
  try {
    return { transcripts: archive.size().transcripts, damaged: archive.damaged().length }
  } finally {
    archive.close()
  }
}
