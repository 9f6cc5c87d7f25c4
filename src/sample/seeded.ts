import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

const name = 'sample_seeded'

const find = statement(q => q.selectFrom('counters').select('value').where('name', '=', name))
const insert = statement(q =>
  q
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict(clash => clash.column('name').doNothing()),
)

/** Kept in the database itself, so that a deleted sample project does not come back. */
export async function isSeeded(tx: Tx): Promise<boolean> {
  return (await tx.first(find, {})) !== undefined
}

export async function markSeeded(tx: Tx): Promise<void> {
  await tx.run(insert, {})
}
