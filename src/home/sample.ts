import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eraseProject, hideProject } from '../context/store/trash.ts'
import type { Tx } from '../db/db.ts'
import { insertInto, selectFrom } from '../db/table-statements.ts'
import { withKnownIndex } from '../diary/prepare/open-index.ts'
import { removeDay } from '../diary/prepare/remove-day.ts'
import { hasSample, sampleFolder, sampleSettings, workspaceFolder } from '../diary/settings.ts'
import type { KnownSession } from '../diary/work/known-session.ts'
import { knownWork, turnsOfDays } from '../diary/work/known-work.ts'
import { formatInstant } from '../kernel/instants.ts'
import { localIdentity } from '../projects/roles.ts'
import { lockProject, visibleProjects } from '../projects/store.ts'
import { sampleNumbers } from '../records/store/records.ts'
import { notificationStore } from '../room/notifications/store.ts'
import { workspaceOf } from '../room/workspace-rows.ts'
import type { HomeContext } from './context.ts'

/** The id of the sample project; its name begins with the word, which a project of the person's own seldom does. */
const sampleProject = 'sample'
const sampleName = /^Sample\b/

/** The sample's repository below DAYBOOK_HOME, which its room is about; nothing is ever put into a person's own folders. */
export const sampleRepository = ['rooms', 'till'] as const

/** Until 0.1 the sample room was the story, which is a template of its own now. */
export const storyFolder = ['rooms', 'the-low-bell'] as const

/** The job that fills the sample behind the page. */
export const sampleJob = 'sample'

interface Sample {
  project: string | null
  days: string[]
}

type Context = Pick<HomeContext, 'db' | 'diary' | 'log'>

/** What of the sample is there; null when nothing is. */
export async function findSample(ctx: Context): Promise<Sample | null> {
  const { project, week } = await ctx.db.read(async tx => {
    const week = await sampleDays(tx)
    if (!(await isSeeded(tx, 'sample_seeded'))) return { week }
    const projects = await visibleProjects(tx, localIdentity)
    return { week, project: projects.find(({ id, name }) => id === sampleProject && sampleName.test(name)) }
  })
  const stored = week.filter(day => existsSync(workspaceFolder(ctx.diary.root, day)))
  // A person who worked on these days has days of their own there.
  const own =
    stored.length === 0 ? new Map() : await withKnownIndex(ctx, async i => turnsOfDays(await knownWork(ctx, i)))
  const days = stored.filter(day => !own.has(day))
  return project || days.length > 0 ? { project: project?.id ?? null, days } : null
}

/** The sessions of the sample week, which are indexed apart from the person's own. */
export async function sampleWork(ctx: Pick<Context, 'diary' | 'log'>): Promise<readonly KnownSession[]> {
  if (!hasSample(ctx.diary)) return []
  const apart = { ...ctx, diary: sampleSettings(ctx.diary) }
  return withKnownIndex(apart, index => knownWork(apart, index))
}

/** Removes everything the sample made: its days, its project with records and sessions, its room. */
export async function removeSample(ctx: HomeContext): Promise<Sample> {
  // What is still being made would come back after its removal.
  await ctx.jobs.cancel({ id: sampleJob, lock: join(ctx.home, 'sample.lock') })
  await ctx.jobs.wait(sampleJob)
  await ctx.db.write(async tx => {
    for (const name of seededNames) await markSeeded(tx, name)
  })
  const found = (await findSample(ctx)) ?? { project: null, days: [] }
  for (const day of found.days) await removeDay(ctx, day)
  await rm(sampleFolder(ctx.diary.root), { recursive: true, force: true })
  const { project } = found
  if (project === null) return found
  await ctx.rooms.forget(project)
  const room = (await ctx.db.read(tx => workspaceOf(tx, ctx.home, project)))?.path
  await ctx.db.write(async tx => {
    await lockProject(tx, project)
    const now = formatInstant(ctx.clock())
    await hideProject(tx, project, now)
    await eraseProject(tx, project, now)
  })
  await notificationStore(ctx.home).remove(({ projectId }) => projectId === project)
  for (const folder of [sampleRepository, storyFolder].map(names => join(ctx.home, ...names)))
    if (room === folder) await rm(folder, { recursive: true, force: true })
  return found
}

/** What a first start brings along; each is offered once, and so is each repository of the diary. */
const seededNames = ['sample_seeded', 'sample_diary_seeded', 'sample_room_seeded'] as const
type SeededName = (typeof seededNames)[number] | `repository ${string}`

// Beside these the counters hold the day the sample's week ends on, as a number of days since 1970.
const find = selectFrom('counters', { columns: ['value'], where: ['name'] })
const insert = insertInto('counters', ['name', 'value'], { on: ['name'] })

/** Kept in the database itself, so that what was deleted does not come back. */
export async function isSeeded(tx: Tx, name: SeededName): Promise<boolean> {
  return (await tx.first(find, { name })) !== undefined
}

export async function markSeeded(tx: Tx, name: SeededName): Promise<void> {
  await tx.run(insert, { name, value: 1 })
}

/** The days of the sample's week, oldest first: the five that end with the last one it was given. */
export async function sampleDays(tx: Pick<Tx, 'first'>): Promise<string[]> {
  const last = (await tx.first(find, { name: 'sample_last_day' }))?.value ?? lastDayOfEarlierVersions
  return Array.from({ length: sampleLength }, (_, index) => dayOf(last - sampleLength + 1 + index))
}

/** The sample has record numbers of its own, so that it uses up none of the person's. */
export async function giveSampleNumbers(tx: Tx): Promise<void> {
  await tx.run(insert, { name: 'sample_record', value: sampleNumbers.after })
}

/** Lets the sample's week end on this day, unless it was given one already; answers its days. */
export async function giveSampleDays(tx: Tx, last: string): Promise<string[]> {
  await tx.run(insert, { name: 'sample_last_day', value: numberOf(last) })
  return sampleDays(tx)
}

const sampleLength = 5
/** Until 0.1 the week was always the same. */
const lastDayOfEarlierVersions = numberOf('2025-02-14')

function numberOf(day: string): number {
  return Date.parse(day) / 86_400_000
}

function dayOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10)
}
