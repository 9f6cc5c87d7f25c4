import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { deleteFrom, insertInto, selectFrom } from '../../db/table-statements.ts'
import type { BuildRow, ProjectRow } from '../../db/tables.ts'
import { type TextKey, textKeys } from '../limits.ts'
import type { ProjectData } from '../schema.ts'

export async function loadProjectData(tx: Tx, row: ProjectRow): Promise<ProjectData> {
  return projectData(row, await loadCustomData(tx, row.id))
}

/** A project as this part shows it. */
export function projectData(row: ProjectRow, customData: CustomData): ProjectData {
  return {
    id: row.id,
    name: row.name,
    template: row.template,
    slice: row.slice,
    taskFile: row.task_file,
    instruction: row.instruction,
    ...(row.development_phase !== null && { developmentPhase: row.development_phase }),
    // Only these two are ever written.
    ...(row.work_type !== null && { workType: row.work_type as 'start' | 'continue' }),
    ...(row.project_date !== null && { projectDate: row.project_date }),
    isMonorepo: row.is_monorepo === 1,
    ...(row.is_monorepo_enabled !== null && { isMonorepoEnabled: row.is_monorepo_enabled === 1 }),
    ...(row.project_path !== null && { projectPath: row.project_path }),
    customData,
    createdAt: row.created,
    updatedAt: row.updated,
  }
}

const putExtra = insertInto('project_extra', ['project_id', 'json'], { on: ['project_id'], set: ['json'] })
const every = selectFrom('project_extra')

/** Fields of an imported entry that mean nothing here and must be there again when it leaves. */
export async function saveExtra(tx: Tx, project: string, extra: object): Promise<void> {
  if (Object.keys(extra).length > 0) await tx.run(putExtra, { project_id: project, json: JSON.stringify(extra) })
}

export async function loadExtras(tx: Tx): Promise<Map<string, object>> {
  return new Map((await tx.all(every, {})).map(({ project_id, json }) => [project_id, JSON.parse(json)]))
}

const textsOf = selectFrom('project_texts', { columns: ['key', 'value'], where: ['project_id'], orderBy: ['key'] })
const putText = insertInto('project_texts', ['project_id', 'key', 'value'], {
  on: ['project_id', 'key'],
  set: ['value'],
})
const removeText = deleteFrom('project_texts', ['project_id', 'key'])

/** The four texts as they are, and whatever else an imported entry carried, which is JSON. */
type CustomData = { [key: string]: unknown } & { [key in TextKey]?: string }

export async function loadCustomData(tx: Tx, project: string): Promise<CustomData> {
  const rows = new Map((await tx.all(textsOf, { project_id: project })).map(({ key, value }) => [key, value]))
  const texts = textKeys.flatMap(key => {
    const value = rows.get(key)
    return value === undefined ? [] : [[key, value] as const]
  })
  const others = [...rows].filter(([key]) => !isTextKey(key)).map(([key, value]) => [key, JSON.parse(value)] as const)
  return Object.fromEntries([...texts, ...others])
}

/** Absent keys are kept, null removes a text; keys that are not texts are kept unchanged, null too. */
export async function patchCustomData(
  tx: Tx,
  project: string,
  patch: { readonly [key: string]: unknown },
): Promise<void> {
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (!isTextKey(key)) await tx.run(putText, { project_id: project, key, value: JSON.stringify(value) })
    else if (value === null) await tx.run(removeText, { project_id: project, key })
    else await tx.run(putText, { project_id: project, key, value: String(value) })
  }
}

function isTextKey(key: string): key is TextKey {
  return textKeys.some(each => each === key)
}

const settingsOf = selectFrom('project_settings', { columns: ['key', 'value'], where: ['project_id'] })
const putSetting = insertInto('project_settings', ['project_id', 'key', 'value'], {
  on: ['project_id', 'key'],
  set: ['value'],
})
const removeSetting = deleteFrom('project_settings', ['project_id', 'key'])

/** The defaults of a project's blocks. */
interface BlockSettings {
  digest: boolean
  maxTokens: number | undefined
}

const digestKey = 'context.digest'
const budgetKey = 'context.max_tokens'

export async function loadBlockSettings(tx: Tx, project: string): Promise<BlockSettings> {
  const rows = new Map((await tx.all(settingsOf, { project_id: project })).map(({ key, value }) => [key, value]))
  const budget = rows.get(budgetKey)
  return { digest: rows.get(digestKey) !== 'off', maxTokens: budget === undefined ? undefined : Number(budget) }
}

export async function saveDigest(tx: Tx, project: string, digest: 'on' | 'off'): Promise<void> {
  await tx.run(putSetting, { project_id: project, key: digestKey, value: digest })
}

export async function saveMaxTokens(tx: Tx, project: string, maxTokens: number | null): Promise<void> {
  if (maxTokens === null) await tx.run(removeSetting, { project_id: project, key: budgetKey })
  else await tx.run(putSetting, { project_id: project, key: budgetKey, value: String(maxTokens) })
}

const newest = selectFrom('context_builds', { where: ['project_id'], orderBy: ['id desc'], limit: 1 })
const insert = insertInto('context_builds', [
  'project_id',
  'id',
  'ts',
  'sha256',
  'bytes',
  'estimated_tokens',
  'arguments',
  'sections',
])
const prune = statement((q, a: { project: string; oldest: number }) =>
  q.deleteFrom('context_builds').where('project_id', '=', a.project).where('id', '<=', a.oldest),
)

const maxBuilds = 200

/** Leaves the stamp of a build; the project is locked by the caller. */
export async function insertBuild(tx: Tx, build: Omit<BuildRow, 'id'>): Promise<void> {
  const [last] = await tx.all(newest, { project_id: build.project_id, limit: 1 })
  const id = (last?.id ?? 0) + 1
  await tx.run(insert, { ...build, id })
  await tx.run(prune, { project: build.project_id, oldest: id - maxBuilds })
}

export async function lastBuild(tx: Tx, project: string): Promise<BuildRow | undefined> {
  return (await tx.all(newest, { project_id: project, limit: 1 }))[0]
}
