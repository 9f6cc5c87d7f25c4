import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** What a first start brings along; each is offered once, and so is each repository of the diary. */
export const offered = ['sample_seeded', 'sample_diary_seeded', 'sample_room_seeded'] as const
type Offered = (typeof offered)[number] | `repository ${string}`

const find = statement((q, a: { name: Offered }) => q.selectFrom('counters').select('value').where('name', '=', a.name))
const insert = statement((q, a: { name: Offered }) =>
  q
    .insertInto('counters')
    .values({ name: a.name, value: 1 })
    .onConflict(clash => clash.column('name').doNothing()),
)

/** Kept in the database itself, so that what was deleted does not come back. */
export async function isSeeded(tx: Tx, name: Offered): Promise<boolean> {
  return (await tx.first(find, { name })) !== undefined
}

export async function markSeeded(tx: Tx, name: Offered): Promise<void> {
  await tx.run(insert, { name })
}
