import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { type TextKey, textKeys } from '../limits.ts'

const ofProject = statement((q, a: { project: string }) =>
  q.selectFrom('project_texts').select(['key', 'value']).where('project_id', '=', a.project).orderBy('key'),
)
const put = statement((q, a: { project: string; key: string; value: string }) =>
  q
    .insertInto('project_texts')
    .values({ project_id: a.project, key: a.key, value: a.value })
    .onConflict(clash => clash.columns(['project_id', 'key']).doUpdateSet({ value: a.value })),
)
const remove = statement((q, a: { project: string; key: string }) =>
  q.deleteFrom('project_texts').where('project_id', '=', a.project).where('key', '=', a.key),
)

/** The four texts as they are, and whatever else an imported entry carried, which is JSON. */
export type CustomData = { [key: string]: unknown } & { [key in TextKey]?: string }

export async function loadCustomData(tx: Tx, project: string): Promise<CustomData> {
  const rows = new Map((await tx.all(ofProject, { project })).map(({ key, value }) => [key, value]))
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
    if (!isTextKey(key)) await tx.run(put, { project, key, value: JSON.stringify(value) })
    else if (value === null) await tx.run(remove, { project, key })
    else await tx.run(put, { project, key, value: String(value) })
  }
}

function isTextKey(key: string): key is TextKey {
  return textKeys.some(each => each === key)
}
