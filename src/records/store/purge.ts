import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'

const versions = statement((q, a: { seq: number }) => q.deleteFrom('record_versions').where('seq', '=', a.seq))
const activations = statement((q, a: { seq: number }) => q.deleteFrom('session_activations').where('seq', '=', a.seq))
const views = statement((q, a: { seq: number }) => q.deleteFrom('session_views').where('seq', '=', a.seq))
const acks = statement((q, a: { seq: number }) => q.deleteFrom('activation_acks').where('seq', '=', a.seq))
/** The feed keeps that something happened, not what it said. */
const entries = statement((q, a: { seq: number; summary: string }) =>
  q.updateTable('activity').set({ summary: a.summary, details: null }).where('seq', '=', a.seq),
)

/** Everything outside the record's own row that holds its text. */
export async function eraseTraces(tx: Tx, seq: number): Promise<void> {
  for (const erase of [versions, activations, views, acks]) await tx.run(erase, { seq })
  await tx.run(entries, { seq, summary: 'A purged record' })
}
