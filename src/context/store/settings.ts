import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const ofProject = statement((q, a: { project: string }) =>
  q.selectFrom('project_settings').select(['key', 'value']).where('project_id', '=', a.project),
)
const put = statement((q, a: { project: string; key: string; value: string }) =>
  q
    .insertInto('project_settings')
    .values({ project_id: a.project, key: a.key, value: a.value })
    .onConflict(clash => clash.columns(['project_id', 'key']).doUpdateSet({ value: a.value })),
)
const remove = statement((q, a: { project: string; key: string }) =>
  q.deleteFrom('project_settings').where('project_id', '=', a.project).where('key', '=', a.key),
)

/** The defaults of a project's blocks. */
interface BlockSettings {
  digest: boolean
  maxTokens: number | undefined
}

const digestKey = 'context.digest'
const budgetKey = 'context.max_tokens'

export async function loadBlockSettings(tx: Tx, project: string): Promise<BlockSettings> {
  const rows = new Map((await tx.all(ofProject, { project })).map(({ key, value }) => [key, value]))
  const budget = rows.get(budgetKey)
  return { digest: rows.get(digestKey) !== 'off', maxTokens: budget === undefined ? undefined : Number(budget) }
}

export async function saveDigest(tx: Tx, project: string, digest: 'on' | 'off'): Promise<void> {
  await tx.run(put, { project, key: digestKey, value: digest })
}

export async function saveMaxTokens(tx: Tx, project: string, maxTokens: number | null): Promise<void> {
  if (maxTokens === null) await tx.run(remove, { project, key: budgetKey })
  else await tx.run(put, { project, key: budgetKey, value: String(maxTokens) })
}
