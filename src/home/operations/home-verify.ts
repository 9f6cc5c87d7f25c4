import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkContext } from '../../context/store/projects.ts'
import { Archive } from '../../diary/archive/archive.ts'
import { isDay } from '../../diary/dates/calendar.ts'
import { checkVersions } from '../../diary/publish/store.ts'
import { orUndefined } from '../../diary/rejection.ts'
import { alteredFiles, dayHolds, mismatchExit, verifyDay } from '../../diary/report/verify-day.ts'
import { workspaceFolder } from '../../diary/settings.ts'
import { isWorkspace, readWorkspace } from '../../diary/workspace/open.ts'
import { reportFiles } from '../../diary/workspace/swap.ts'

import { namesIn } from '../../files/if-exists.ts'
import { Fault } from '../../kernel/fault.ts'
import { visibleProjects } from '../../projects/store.ts'
import { evidenceOf } from '../../records/naming.ts'
import { checkRecords } from '../../records/operations/transfer.ts'
import { openAuditReadOnly } from '../../room/audit/open.ts'
import { projectIn } from '../../room/workspace/info.ts'
import { controlFolder } from '../../room/workspace/layout.ts'
import { everyWorkspace } from '../../room/workspace-rows.ts'
import { type HomeContext, homeOperation } from '../context.ts'
import { type Counted, rowsOf, Verified } from '../verified.ts'

export const homeVerify = homeOperation({
  name: 'home_verify',
  summary:
    'Verify everything Daybook keeps: records, turns, sentences, cited lines, receipts, archive. Repairs nothing.',
  effect: 'read',
  input: z.strictObject({}),
  output: Verified,
  async run(_, ctx) {
    const showPhase = (phase: string, files = 0, files_total = 0) =>
      ctx.call.onProgress?.({ phase, files, files_total, bytes: 0, bytes_total: 0 })
    showPhase('verify records')
    const records = await verifyRecords(ctx)
    const citations = await verifyCitations(ctx)
    const diary = await verifyDays(ctx, (done, all) => showPhase('verify days', done, all))
    const written = await verifyWritten(ctx)
    showPhase('verify rooms')
    const rooms = await verifyRooms(ctx)
    showPhase('verify archive')
    const archive = verifyArchive(ctx.diary.archive.dir)
    const counted = { records, citations, diary, ...written, rooms, archive }
    const rows = rowsOf(counted)
    return { ok: rows.every(({ status }) => status !== 'fail'), rows, ...counted }
  },
  toStatus: ({ ok }) => ({ exit: ok ? 0 : mismatchExit }),
  chatText: ({ rows }) =>
    rows.map(({ check, status, found, todo }) => `${status} ${check}: ${found}${todo ? `. ${todo}` : ''}`).join('\n'),
})

async function verifyRecords(ctx: HomeContext): Promise<Counted['records']> {
  const { ok, checked, violations } = await checkRecords.run({}, ctx)
  return { ok, ...checked, violations: violations.length }
}

async function verifyCitations({ db, call, checkEvidence }: HomeContext): Promise<Counted['citations']> {
  const found = { total: 0, verified: 0, changed: 0, missing: 0, unchecked: 0, forgotten: 0 }
  for (const project of await db.read(tx => visibleProjects(tx, call))) {
    for (const evidence of await db.read(tx => evidenceOf(tx, project.id))) {
      found.total++
      found[await checkEvidence(evidence, project, call)]++
    }
  }
  return found
}

async function verifyDays(ctx: HomeContext, progress: (done: number, all: number) => void): Promise<Counted['diary']> {
  const { root } = ctx.diary
  const days = []
  const unreadable = new Set<string>()
  for (const name of (await orRefused(namesIn(join(root, 'work')))).filter(isDay).sort()) {
    const folder = workspaceFolder(root, name)
    if (await isWorkspace(folder)) days.push(name)
    else if (await isUnreadable(folder)) unreadable.add(name)
  }
  days.push(...unreadable)
  const counts = {
    reports: 0,
    unreadable: 0,
    altered: 0,
    unknown: 0,
    turns: 0,
    unaccounted: 0,
    sentences: 0,
    uncited: 0,
    items: 0,
    lost: 0,
    spans: 0,
    mismatches: 0,
  }
  const faulty_days: string[] = []
  for (const [done, date] of days.entries()) {
    progress(done, days.length)
    if (unreadable.has(date)) {
      counts.reports++
      counts.unreadable++
      faulty_days.push(date)
      continue
    }
    // Daybook never leaves report.md or report.html without the report itself; such a day counts as unreadable.
    if (!reportFiles.some(name => existsSync(join(workspaceFolder(root, date), name)))) continue
    counts.reports++
    const verified = await orUndefined(readWorkspace(ctx, date, workspace => verifyDay(ctx.diary, workspace)))
    if (!verified) counts.unreadable++
    else {
      const { account } = verified
      counts.altered += alteredFiles(verified.files).length > 0 ? 1 : 0
      counts.unknown += verified.files.some(({ verdict }) => verdict === 'unknown') ? 1 : 0
      counts.turns += account.turns
      counts.unaccounted += account.unaccounted.length + account.repeated.length
      counts.sentences += account.sentences
      counts.uncited += account.uncited.length
      counts.items += verified.items
      counts.lost += verified.lost.length
      counts.spans += verified.checked
      counts.mismatches += verified.mismatches.length
    }
    if (!verified || !dayHolds(verified)) faulty_days.push(date)
  }
  return { days: days.length, ...counts, faulty_days }
}

/** Texts that are kept with a hash: what chats left for the next ones, and reports that were published here. */
async function verifyWritten({ db, call }: HomeContext): Promise<Pick<Counted, 'context' | 'published'>> {
  const context = { summaries: 0, altered: 0 }
  for (const { id } of await db.read(tx => visibleProjects(tx, call))) {
    const found = await db.read(tx => checkContext(tx, id))
    context.summaries += found.summaries
    context.altered += found.altered
  }
  return { context, published: await db.read(checkVersions) }
}

/** Read without opening a room, because opening one repairs it. */
async function verifyRooms({ db, clock, home, env }: HomeContext): Promise<Counted['rooms']> {
  const found: Counted['rooms'] = []
  for (const { project_id: project, path } of await db.read(tx => everyWorkspace(tx, home))) {
    if ((await projectIn(path).catch(() => undefined)) !== project) {
      found.push({ project, path, status: 'absent', receipts: 0 })
      continue
    }
    const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
    const audit = openAuditReadOnly({ folder: join(path, controlFolder, 'audit'), db, project, clock, keyFile })
    const { status, sessions } = await audit.verify().catch(unverifiable)
    found.push({ project, path, status, receipts: sessions.reduce((sum, { count }) => sum + count, 0) })
  }
  return found
}

/** Of a room whose files may not be read nothing is known. */
function unverifiable(error: unknown): { status: 'unverifiable'; sessions: { count: number }[] } {
  if (error instanceof Error && 'syscall' in error) return { status: 'unverifiable', sessions: [] }
  throw error
}

/** Whether this process may not list a folder. */
async function isUnreadable(folder: string): Promise<boolean> {
  return namesIn(folder).then(
    () => false,
    () => true,
  )
}

async function orRefused<T>(reading: Promise<T>): Promise<T> {
  return reading.catch(error => {
    throw new Fault('REFUSED', 'A folder of this home may not be read.', {
      details: { path: 'path' in error ? error.path : null },
      hint: 'Make it readable for the user who asks, then verify again.',
      cause: error,
    })
  })
}

function verifyArchive(folder: string): Counted['archive'] {
  let archive: Archive | undefined
  try {
    if (!statSync(join(folder, 'transcripts.sqlite'), { throwIfNoEntry: false })) return null
    archive = new Archive(folder)
    return { transcripts: archive.size().transcripts, damaged: archive.damaged().length }
  } catch (error) {
    if (error instanceof Fault) throw error
    // A file that is no database, has lost pages, or may not be read: nothing in it can be counted.
    return { transcripts: 0, damaged: 1 }
  } finally {
    archive?.close()
  }
}
