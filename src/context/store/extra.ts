import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const put = statement((q, a: { project: string; json: string }) =>
  q
    .insertInto('project_extra')
    .values({ project_id: a.project, json: a.json })
    .onConflict(clash => clash.column('project_id').doUpdateSet({ json: a.json })),
)
const every = statement(q => q.selectFrom('project_extra').selectAll())

/** Fields of an imported entry that mean nothing here and must be there again when it leaves. */
export async function saveExtra(tx: Tx, project: string, extra: object): Promise<void> {
  if (Object.keys(extra).length > 0) await tx.run(put, { project, json: JSON.stringify(extra) })
}

export async function loadExtras(tx: Tx): Promise<Map<string, object>> {
  return new Map((await tx.all(every, {})).map(({ project_id, json }) => [project_id, JSON.parse(json)]))
}
