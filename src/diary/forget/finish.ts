import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { discover } from '../../transcripts/discover.ts'
import { loadReaders } from '../../transcripts/readers.ts'
import type { DiaryContext } from '../context.ts'
import { writeItems } from '../generate/write-items.ts'
import { diaryRefIn } from '../ports/check-ref.ts'
import { Rejection } from '../rejection.ts'
import { renderDay } from '../report/render.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { openWorkspace } from '../workspace/open.ts'
import { projectKeys } from '../workspace/project.ts'
import { type DayPart, daysHolding } from './days.ts'
import { purgeDay } from './purge-day.ts'
import { purgeStores, withdrawPublished } from './purge-stores.ts'
import {
  diaryRef,
  Forgotten,
  listTombstones,
  loadForgotten,
  markDone,
  type Tombstone,
  withForgetLock,
  writePending,
} from './tombstones.ts'

type Context = Pick<DiaryContext, 'db' | 'diary' | 'clock' | 'log'>

/** Finishes what a process that died, or that found something locked, had begun to forget. */
export async function finishForgetting(ctx: Context, waitMs: number): Promise<void> {
  await withForgetLock(ctx.diary, waitMs, async () => {
    for (const { tombstone, pending } of listTombstones(ctx.diary)) if (pending) await forgetNow(ctx, tombstone)
  })
}

/**
 * Removes everything that a tombstone names. The tombstone is on disk already; every step can be taken twice, and the tombstone
 * says so until the last one is done. The caller holds the lock.
 */
export async function forgetNow(ctx: Context, pending: Tombstone): Promise<Tombstone> {
  const { diary, db, clock } = ctx
  const own = new Forgotten([pending])
  const parts = await daysHolding(diary, (source, id) => own.hasSession(source, id))
  const tombstone = withDays(pending, parts)
  await writePending(diary, tombstone)
  const forgotten = new Forgotten([tombstone])
  await purgeStores(diary, forgotten)
  const dates = new Set([...tombstone.rebuild, ...parts.map(({ date }) => date)])
  for (const date of dates) await purgeDay(diary, date, loadForgotten(diary), clock())
  await withdrawPublished(db, forgotten)
  if (tombstone.delete_transcripts) await deleteTranscripts(diary, forgotten)
  for (const date of tombstone.rebuild) await rebuildReport(ctx, date, tombstone)
  await markDone(diary, tombstone)
  return tombstone
}

/** With what the prepared days have of the session. */
export function withDays(tombstone: Tombstone, parts: readonly DayPart[]): Tombstone {
  const days = new Map(tombstone.days.map(day => [day.date, day]))
  for (const { date, projects } of parts) {
    const rows = projects.flatMap(({ sessions }) => sessions)
    const turns = rows.reduce((sum, row) => sum + row.turns.length, 0)
    // An interrupted removal has taken some of them out already.
    if (rows.length > 0 && turns >= (days.get(date)?.turns ?? 0)) days.set(date, { date, sessions: rows.length, turns })
  }
  const refs = parts.flatMap(({ date, projects }) =>
    projects.flatMap(({ project_key, sessions, work_items }) =>
      [...sessions.map(({ session_ref }) => session_ref), ...work_items].map(ref => diaryRef(date, project_key, ref)),
    ),
  )
  const spans = parts.flatMap(({ projects }) => projects.flatMap(project => project.spans))
  const reported = parts.flatMap(({ date, hasReport }) => (hasReport ? [date] : []))
  return {
    ...tombstone,
    refs: [...new Set([...tombstone.refs, ...refs])],
    spans: [...new Set([...tombstone.spans, ...spans])],
    days: [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1)),
    rebuild: [...new Set([...tombstone.rebuild, ...reported])].sort(),
  }
}

/** The agent's own files. Databases that hold other conversations as well are never touched. */
async function deleteTranscripts({ environment }: DiarySettings, forgotten: Forgotten): Promise<void> {
  for (const reader of (await loadReaders()).values()) {
    for (const { path } of discover(reader, environment).files) {
      if (forgotten.hasPath(path)) rmSync(path, { force: true })
    }
  }
}

/** Puts the turns that shared a work item with a forgotten one into items of their own, and writes the report again. */
async function rebuildReport(ctx: Context, date: string, { refs }: Tombstone): Promise<void> {
  if (!existsSync(join(workspaceFolder(ctx.diary.root, date), 'projects'))) return
  const affected = new Set(
    refs.flatMap(ref => diaryRefIn(ref) ?? []).flatMap(ref => (ref.date === date ? ref.project_key : [])),
  )
  try {
    const workspace = await openWorkspace(ctx.diary, date)
    for (const project_key of await projectKeys(workspace)) {
      if (affected.has(project_key)) await writeItems(ctx, { workspace, project_key, by: 'builtin' })
    }
    await renderDay(ctx, workspace, true)
  } catch (error) {
    // The text is gone either way; a day that is broken elsewhere has no report until that is mended.
    if (!(error instanceof Rejection)) throw error
    ctx.log(`diary: the report of ${date} was not written again: ${error.problems[0]?.message ?? 'unknown'}`)
  }
}
