import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { type App, assetsFolder, openApp } from '../app.ts'
import type { Tx } from '../db/db.ts'
import { addDays } from '../diary/dates/calendar.ts'
import { dayAt, instantOf } from '../diary/dates/zone.ts'
import type { DiaryActivity } from '../diary/feed.ts'
import { writeBuiltinChains } from '../diary/generate/builtin.ts'
import { writeItems } from '../diary/generate/write-items.ts'
import { prepareDay } from '../diary/prepare/prepare.ts'
import { sampleReading, sampleTranscriptsFolder } from '../diary/prepare/sample-reading.ts'
import { renderDay } from '../diary/report/render.ts'
import { workspaceDays } from '../diary/report/stored-reports.ts'
import { openWorkspace } from '../diary/workspace/open.ts'
import { progressOf } from '../diary/workspace/progress.ts'
import { loadProjects } from '../diary/workspace/project.ts'
import { giveSampleDays, isSeeded, markSeeded } from '../home/sample.ts'
import { formatInstant } from '../kernel/instants.ts'
import { appendActivity } from '../projects/activity.ts'
import { localIdentity } from '../projects/roles.ts'
import { visibleProjects } from '../projects/store.ts'
import { project } from './story.ts'

/**
 * Makes the days of the sample once per database, by the built-in path from transcripts of its own; answers whether it
 * did. A diary that has days already is left alone. Every step continues from what exists, so an interrupted seeding is completed.
 */
export async function seedSampleDiary(app: App, signal: AbortSignal): Promise<boolean> {
  if (await app.db.read(tx => isSeeded(tx, 'sample_diary_seeded'))) return false
  const { timezone } = app.diary
  const week = await app.db.write(tx => giveSampleDays(tx, addDays(dayAt(app.clock(), timezone), -1)))
  const own = (await workspaceDays(app.diary)).filter(day => !week.includes(day))
  const wanted = own.length === 0
  const made = wanted && (await withSampleHome(app, week, async apart => makeDays(apart, week, signal)))
  if (wanted && !made) return false
  await app.db.write(async tx => {
    await markSeeded(tx, 'sample_diary_seeded')
    if (made) await appendToFeed(tx, app.clock(), week.length)
  })
  return made
}

/** One entry in the feed of the sample project, so that a page which is open already shows the week. */
async function appendToFeed(tx: Tx, now: number, days: number): Promise<void> {
  const sample = (await visibleProjects(tx, localIdentity)).find(({ id }) => id === project.id)
  if (!sample) return
  await appendActivity(tx, {
    project_id: sample.id,
    tick: sample.tick,
    ts: formatInstant(now),
    type: 'diary_rendered' satisfies DiaryActivity,
    summary: 'Sample week of the diary rendered',
    details: { days },
  })
}

/**
 * A program that knows only the sample's transcripts and writes into the person's diary. Its transcripts and their index
 * stay in a folder of their own, where searches find them, so that nothing of the sample gets among the person's;
 * its feed goes with it.
 */
async function withSampleHome<T>(app: App, week: readonly string[], work: (apart: App) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'daybook-sample-'))
  try {
    const { timezone, root } = app.diary
    const files = await sampleTranscripts(timezone, week.at(-1) ?? '')
    const transcripts = sampleTranscriptsFolder(root)
    for (const { source, path, text } of files) {
      const file = join(transcripts, source, path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(file, text, { mode: 0o600 })
    }
    const { clock, log, diary } = app
    const apart = await openApp({
      location: join(home, 'daybook.db'),
      clock,
      log,
      diary: sampleReading(diary),
    })
    try {
      return await work(apart)
    } finally {
      await apart.close()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function makeDays(ctx: App, week: readonly string[], signal: AbortSignal): Promise<boolean> {
  for (const date of week.toReversed()) {
    if (signal.aborted) return false
    const { chains: madeChains } = await prepareDay(ctx, {
      date,
      timezone: ctx.diary.timezone,
      mode: 'reuse',
      progress: () => {},
      withChains: true,
    })
    const workspace = await openWorkspace(ctx.diary, date)
    for (const project of await loadProjects(workspace)) {
      const { unextracted } = await progressOf(project)
      for (const { session_ref } of project.rows) {
        const turns = unextracted.filter(turn => turn.session_ref === session_ref)
        const task = { project_key: project.key, session_ref, turns }
        if (turns.length > 0) await writeBuiltinChains(task, { ...ctx, workspace, madeChains, signal })
      }
      await writeItems(ctx, { workspace, project_key: project.key, by: 'builtin' })
    }
    await renderDay(ctx, workspace, false)
  }
  return true
}

interface SampleFile {
  source: 'claude-code' | 'codex'
  /** Below the transcript home, as the agent would have named it. */
  path: string
  text: string
}

/**
 * The transcripts of an invented week. The files hold times of a wall clock in February 2025, which become instants of
 * this time zone in the week that ends on this day; so do the days in the names of files.
 */
export async function sampleTranscripts(timezone: string, last: string): Promise<SampleFile[]> {
  const files = await Promise.all((['claude-code', 'codex'] as const).map(source => filesOf(source, timezone, last)))
  return files.flat()
}

/** The last day of the week in the files. */
const written = Date.parse('2025-02-14')

async function filesOf(source: SampleFile['source'], timezone: string, last: string): Promise<SampleFile[]> {
  const later = Date.parse(last) - written
  const moved = (day: string) => new Date(Date.parse(day) + later).toISOString().slice(0, 10)
  const folder = join(assetsFolder(), 'sample', 'transcripts', source)
  const paths = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.jsonl')).sort()
  return Promise.all(
    paths.map(async path => {
      const text = (await readFile(join(folder, path), 'utf8'))
        .replaceAll('{{pasted token}}', pastedToken)
        .replace(/(?<="timestamp":")[^"]+Z/g, wall => formatInstant(instantOf(Date.parse(wall) + later, timezone)))
      const name = path
        .split(sep)
        .join('/')
        .replace(/\d{4}\/\d\d\/\d\d/, day => moved(day.replaceAll('/', '-')).replaceAll('-', '/'))
        .replace(/\d{4}-\d\d-\d\d/, moved)
      return { source, path: name, text }
    }),
  )
}

// It looks like a token without being one, to show how reports leave it out. It is kept in parts here and out of the
// files, so that no scanner takes it for a real one.
const pastedToken = ['ghp', 'ThisIsNoTokenAtAll'.repeat(2)].join('_')
