import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { ProjectRow } from '../../db/tables.ts'
import { recentWorkItems } from '../../diary/ports/recent-work-items.ts'
import { diaryKeysOfAll } from '../../diary/repositories/project-keys.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { diaryLinks, linkDiary } from '../../projects/diary-links.ts'
import { localIdentity, localPrincipal } from '../../projects/roles.ts'
import { emptyFacet, freeProjectId, insertProject, visibleProjects } from '../../projects/store.ts'
import type { HomeContext } from '../context.ts'
import { isSeeded, markSeeded } from '../seeded.ts'
import { type FoundRepository, foundRepositories } from './found.ts'

const setFolder = statement((q, a: { id: string; path: string }) =>
  q.updateTable('projects').set({ project_path: a.path }).where('id', '=', a.id),
)

type Context = Pick<HomeContext, 'db' | 'diary' | 'log' | 'clock'>

/**
 * Makes a project of every repository with work that no project is about yet, and notes where moved ones are now. A
 * repository is offered once: a project that was deleted does not come back. Answers the ids of the new projects.
 */
export async function adoptRepositories(ctx: Context): Promise<string[]> {
  const found = (await foundRepositories(ctx)).filter(({ folder }) => folder !== null)
  const wanted = await ctx.db.read(tx => unclaimed(tx, ctx, found))
  const worked: FoundRepository[] = []
  for (const repository of wanted) if (await hasWork(ctx, repository)) worked.push(repository)
  const moved = await ctx.db.read(tx => movedProjects(tx, found))
  if (worked.length === 0 && moved.length === 0) return []
  return ctx.db.write(async tx => {
    for (const each of moved) await tx.run(setFolder, each)
    const ids = []
    for (const repository of await unclaimed(tx, ctx, worked)) {
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
async function unclaimed(tx: Tx, { diary }: Context, found: readonly FoundRepository[]): Promise<FoundRepository[]> {
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
async function hasWork({ diary }: Context, { project_key }: FoundRepository): Promise<boolean> {
  return (await recentWorkItems(diary, [project_key], 1)).length > 0
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
