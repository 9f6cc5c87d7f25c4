import { z } from 'zod'
import type { Tx } from '../db/db.ts'
import { diaryKeysOfAll, diaryKeysOf as keysOf } from '../diary/repositories/project-keys.ts'
import type { KnownSession } from '../diary/work/known-session.ts'
import { localIdentity } from '../projects/roles.ts'
import { defaultProjectId, findProject, visibleProjects } from '../projects/store.ts'
import { openRecordCounts } from '../records/store/records.ts'
import type { HomeContext } from './context.ts'

export const HomeProject = z.object({
  id: z.string().nullable().describe('Null for a repository of the diary that no project is about yet'),
  project_keys: z.array(z.string()).describe('Its names in the diary'),
  label: z.string(),
  open_records: z.int(),
  turns: z.array(z.int()).describe('By day, in the order of `days`'),
  last_day: z.string().nullable(),
})
export type HomeProject = z.output<typeof HomeProject>

const mostShown = 12

/** Projects and repositories in which something happened, the latest first; then projects with open decisions. */
export async function homeProjects(
  { db, diary }: Pick<HomeContext, 'db' | 'diary'>,
  sessions: readonly KnownSession[],
  days: readonly string[],
): Promise<HomeProject[]> {
  const projects = await db.read(tx => storedProjects(tx, diary))
  const worked = new Map<string, ProjectWork>()
  for (const session of sessions) add(worked, session)
  const taken = new Set<string>()
  const stored = projects.map(project => {
    const own = project.keys.filter(key => worked.has(key) && !taken.has(key))
    for (const key of own) taken.add(key)
    const all = own.flatMap(key => worked.get(key) ?? [])
    return projectOf(project, own, all, days)
  })
  const others = [...worked].filter(([key]) => !taken.has(key))
  const labels = [...stored.map(({ label }) => label), ...others.map(([, { label }]) => label)]
  const found = others.map(([key, each]) => {
    return projectOf({ id: null, label: distinctLabel(each, labels), open_records: 0 }, [key], [each], days)
  })
  return [...stored, ...found]
    .filter(({ id, open_records, last_day }) => last_day !== null || (id !== null && open_records > 0))
    .sort((a, b) => ((a.last_day ?? '') < (b.last_day ?? '') ? 1 : (a.last_day ?? '') > (b.last_day ?? '') ? -1 : 0))
    .slice(0, mostShown)
}

/** The diary's names of a project. */
export async function diaryKeysOf({ db, diary }: Pick<HomeContext, 'db' | 'diary'>, id: string): Promise<string[]> {
  return db.read(async tx => keysOf(tx, diary, await findProject(tx, localIdentity, id)))
}

interface ProjectWork {
  label: string
  folder: string | null
  turns: Map<string, number>
}

/** Several folders may have one name; as much of the path as is needed tells them apart. */
function distinctLabel({ label, folder }: ProjectWork, labels: readonly string[]): string {
  if (folder === null || labels.filter(each => each === label).length === 1) return label
  const names = folder.split('/').filter(name => name !== '')
  const longer = names.map((_, index) => names.slice(-index - 1).join('/')).slice(1)
  return longer.find(each => !labels.includes(each)) ?? label
}

function add(worked: Map<string, ProjectWork>, { project_key, project_label, repository, turns }: KnownSession): void {
  const known = worked.get(project_key) ?? { label: project_label, folder: repository, turns: new Map() }
  for (const [day, count] of turns) known.turns.set(day, (known.turns.get(day) ?? 0) + count)
  worked.set(project_key, known)
}

function projectOf(
  { id, label, open_records }: Pick<HomeProject, 'id' | 'label' | 'open_records'>,
  project_keys: string[],
  worked: readonly ProjectWork[],
  days: readonly string[],
): HomeProject {
  const last = worked
    .flatMap(({ turns }) => [...turns.keys()])
    .sort()
    .at(-1)
  return {
    id,
    project_keys,
    label,
    open_records,
    turns: days.map(day => worked.reduce((sum, { turns }) => sum + (turns.get(day) ?? 0), 0)),
    last_day: last ?? null,
  }
}

async function storedProjects(tx: Tx, diary: HomeContext['diary']) {
  const rows = await visibleProjects(tx, localIdentity)
  const open = await openRecordCounts(tx)
  const keys = await diaryKeysOfAll(tx, diary, rows)
  const projects = []
  for (const { id, name, project_path } of rows) {
    const own = keys.get(id) ?? []
    const open_records = open.get(id) ?? 0
    // The default project is everyone's; it is shown once something is in it.
    if (id === defaultProjectId && open_records === 0 && own.length === 0 && project_path === null) continue
    projects.push({ id, label: name, keys: own, open_records })
  }
  return projects
}
