import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { countRecords, hideProject } from '../../context/store/trash.ts'
import type { Tx } from '../../db/db.ts'
import { updateIn } from '../../db/table-statements.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { recentWorkItems } from '../../diary/ports/recent-work-items.ts'
import { withKnownIndex } from '../../diary/prepare/open-index.ts'
import { diaryKeysOfAll } from '../../diary/repositories/project-keys.ts'
import type { KnownSession } from '../../diary/work/known-session.ts'
import { knownWork } from '../../diary/work/known-work.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { appendActivity } from '../../projects/activity.ts'
import { diaryLinks, linkDiary } from '../../projects/diary-links.ts'
import { localIdentity, localPrincipal } from '../../projects/roles.ts'
import { emptyFacet, freeProjectId, insertProject, visibleProjects } from '../../projects/store.ts'
import { projectsWithRoom } from '../../room/workspace-rows.ts'
import type { HomeContext } from '../context.ts'
import { isSeeded, markSeeded } from '../sample.ts'

const setFolder = updateIn('projects', ['project_path'], ['id'])

type Context = Pick<HomeContext, 'db' | 'diary' | 'log' | 'clock'>

/**
 * Makes a project of every repository with work that no project is about yet, notes where moved ones are now, and gives
 * up untouched ones whose repository turned out to be part of another. A repository is offered once: a project that was
 * deleted does not come back. Answers the ids of the new projects.
 */
export async function adoptRepositories(ctx: Context): Promise<string[]> {
  const all = await foundRepositories(ctx)
  const found = all.filter(({ folder }) => folder !== null)
  const wanted = await ctx.db.read(tx => unclaimedIn(tx, ctx, found))
  const worked: FoundRepository[] = []
  for (const repository of wanted) if (await hasWork(ctx, repository)) worked.push(repository)
  const moved = await ctx.db.read(tx => movedProjects(tx, found))
  const left: ProjectRow[] = []
  for (const { key, project } of await ctx.db.read(tx => untouchedProjects(tx))) {
    const isWorkedIn = all.some(({ project_key }) => project_key === key)
    if (!isWorkedIn && !(await hasWork(ctx, { project_key: key }))) left.push(project)
  }
  if (worked.length === 0 && moved.length === 0 && left.length === 0) return []
  return ctx.db.write(async tx => {
    for (const { id, path } of moved) await tx.run(setFolder, { id, project_path: path })
    const ts = formatInstant(ctx.clock())
    for (const each of left) await trashIfEmpty(tx, each, ts, 'its repository turned out to be part of another')
    const ids = []
    for (const repository of await unclaimedIn(tx, ctx, worked)) {
      ids.push(await makeProject(tx, repository, formatInstant(ctx.clock())))
    }
    return ids
  })
}

/** A project that is about one repository and called after it, or after its folder where the name is taken. */
export async function makeProject(
  tx: Tx,
  { project_key, label, folder }: Pick<FoundRepository, 'project_key' | 'label' | 'folder'>,
  now: string,
  wantedName?: string,
): Promise<string> {
  const taken = new Set((await visibleProjects(tx, localIdentity)).map(({ name }) => name.toLowerCase()))
  const name = wantedName ?? freeName(label, folder, taken)
  const id = await freeProjectId(tx, name)
  const project_path = folder !== null && existsSync(folder) ? folder : null
  await insertProject(tx, {
    id,
    name,
    description: '',
    now,
    owner: localPrincipal,
    facet: { ...emptyFacet, project_path },
  })
  await linkDiary(tx, id, project_key)
  await markSeeded(tx, offer(project_key))
  return id
}

/** Repositories that no project is about and that were not offered before. */
async function unclaimedIn(tx: Tx, { diary }: Context, found: readonly FoundRepository[]): Promise<FoundRepository[]> {
  const projects = await visibleProjects(tx, localIdentity)
  const claimed = new Set([...(await diaryKeysOfAll(tx, diary, projects)).values()].flat())
  const free = []
  for (const repository of found) {
    if (claimed.has(repository.project_key) || (await isSeeded(tx, offer(repository.project_key)))) continue
    free.push(repository)
  }
  return free
}

/** Something was achieved in it on a day that was read; only asking a question makes no project. */
async function hasWork({ diary }: Context, { project_key }: Pick<FoundRepository, 'project_key'>): Promise<boolean> {
  return (await recentWorkItems(diary, [project_key], 1)).length > 0
}

/** Projects that were made of one repository and never changed since, with its name in the diary. */
async function untouchedProjects(tx: Tx): Promise<{ key: string; project: ProjectRow }[]> {
  const untouched = []
  for (const project of await visibleProjects(tx, localIdentity)) {
    if (project.created !== project.updated) continue
    const [key, ...others] = await diaryLinks(tx, project.id)
    if (key !== undefined && others.length === 0 && (await isSeeded(tx, offer(key)))) untouched.push({ key, project })
  }
  return untouched
}

/** Projects made of a repository whose folder is gone, while the repository is elsewhere now. */
async function movedProjects(tx: Tx, found: readonly FoundRepository[]): Promise<{ id: string; path: string }[]> {
  const isGone = ({ project_path }: ProjectRow) => !project_path || !existsSync(project_path)
  const moved = []
  for (const project of (await visibleProjects(tx, localIdentity)).filter(isGone)) {
    const [key, ...others] = await diaryLinks(tx, project.id)
    if (key === undefined || others.length > 0 || !(await isSeeded(tx, offer(key)))) continue
    const path = found.find(({ project_key }) => project_key === key)?.folder
    if (path && existsSync(path)) moved.push({ id: project.id, path })
  }
  return moved
}

function offer(project_key: string): `repository ${string}` {
  return `repository ${project_key}`
}

function freeName(label: string, folder: string | null, taken: ReadonlySet<string>): string {
  const within = folder === null ? label : `${basename(dirname(folder))}/${label}`
  const free = [label, within].find(name => !taken.has(name.toLowerCase()))
  if (free !== undefined) return free
  for (let number = 2; ; number++) if (!taken.has(`${within} ${number}`.toLowerCase())) return `${within} ${number}`
}

/** Moves a project without records and without a room to the trash; answers whether it did. */
export async function trashIfEmpty(
  tx: Tx,
  { id, tick }: Pick<ProjectRow, 'id' | 'tick'>,
  ts: string,
  why: string,
): Promise<boolean> {
  if ((await countRecords(tx, id)) > 0 || (await projectsWithRoom(tx)).has(id)) return false
  await hideProject(tx, id, ts)
  await appendActivity(tx, {
    project_id: id,
    tick,
    ts,
    type: 'project_deleted',
    summary: `Project ${id} moved to the trash after ${why}`,
  })
  return true
}

/** A repository or another folder in which agents worked. */
interface FoundRepository {
  project_key: string
  label: string
  /** Null for a folder that is not a repository. */
  folder: string | null
  turns: number
  last_at: number
  last_day: string
}

/** Everything agents worked in, the latest first; several checkouts of a repository are one. */
export async function foundRepositories(ctx: Pick<HomeContext, 'diary' | 'log'>): Promise<FoundRepository[]> {
  return repositoriesOf(await withKnownIndex(ctx, index => knownWork(ctx, index)))
}

/** The repositories of these sessions, the latest first. */
export function repositoriesOf(sessions: readonly KnownSession[]): FoundRepository[] {
  const found = new Map<string, FoundRepository>()
  for (const { project_key, project_label: label, repository, last_at, turns } of sessions) {
    const known = found.get(project_key)
    const isLater = known === undefined || last_at > known.last_at
    const days = [...turns.keys()].sort()
    found.set(project_key, {
      project_key,
      label,
      // A repository that was moved is where it was worked in last.
      folder: isLater ? (repository ?? known?.folder ?? null) : (known.folder ?? repository),
      turns: [...turns.values()].reduce((sum, count) => sum + count, known?.turns ?? 0),
      last_at: Math.max(last_at, known?.last_at ?? 0),
      last_day: [known?.last_day ?? '', days.at(-1) ?? ''].sort().at(-1) ?? '',
    })
  }
  return [...found.values()].sort((a, b) => b.last_at - a.last_at)
}
