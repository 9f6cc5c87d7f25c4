import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eraseProject, hideProject } from '../context/store/trash.ts'
import { withIndex } from '../diary/prepare/open-index.ts'
import { removeDay } from '../diary/prepare/remove-day.ts'
import { hasSample, sampleFolder, sampleSettings } from '../diary/sample-folder.ts'
import { workspaceFolder } from '../diary/settings.ts'
import type { KnownSession } from '../diary/work/known-session.ts'
import { knownWork, turnsOfDays } from '../diary/work/known-work.ts'
import { formatInstant } from '../kernel/instants.ts'
import { localIdentity } from '../projects/roles.ts'
import { lockProject, visibleProjects } from '../projects/store.ts'
import { notificationStore } from '../room/notifications/store.ts'
import { workspaceOf } from '../room/workspace-rows.ts'
import type { HomeContext } from './context.ts'
import { isSeeded, markSeeded, offered, sampleDays } from './seeded.ts'

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
  const own = stored.length === 0 ? new Map() : await withIndex(ctx, async i => turnsOfDays(await knownWork(ctx, i)))
  const days = stored.filter(day => !own.has(day))
  return project || days.length > 0 ? { project: project?.id ?? null, days } : null
}

/** The sessions of the sample week, which are indexed apart from the person's own. */
export async function sampleWork(ctx: Pick<Context, 'diary' | 'log'>): Promise<readonly KnownSession[]> {
  if (!hasSample(ctx.diary)) return []
  const apart = { ...ctx, diary: sampleSettings(ctx.diary) }
  return withIndex(apart, index => knownWork(apart, index))
}

/** Removes everything the sample made: its days, its project with records and sessions, its room. */
export async function removeSample(ctx: HomeContext): Promise<Sample> {
  // What is still being made would come back after its removal.
  await ctx.jobs.cancel({ id: sampleJob, lock: join(ctx.home, 'sample.lock') })
  await ctx.jobs.wait(sampleJob)
  await ctx.db.write(async tx => {
    for (const name of offered) await markSeeded(tx, name)
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
